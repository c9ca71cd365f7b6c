// Validates the description of the management API. Then a client that is made from the description alone calls every operation in it, in the order in which a person comes to an organization and leaves it.
import { Validator } from "@seriousme/openapi-schema-validator";
import { OpenAPIClientAxios } from "openapi-client-axios";

const { LATCHKEY, TOKEN, LEAVER, APP } = process.env;
const definition = await (await fetch(`${LATCHKEY}/api/v1/openapi.json`)).json();
const result = await new Validator().validate(structuredClone(definition));
console.log("valid", result.valid, result.errors ?? "");

const api = new OpenAPIClientAxios({
  definition,
  axiosConfigDefaults: {
    baseURL: `${LATCHKEY}/api/v1`,
    validateStatus: () => true,
  },
});
const client = await api.init();
const called = new Set();
// A machine acts in its organization. What concerns the platform needs the token of a super administrator, and a personal credential is changed by its owner.
const ofOwner = [
  "changeCredential",
  "listSecrets",
  "addSecret",
  "retireSecret",
  "offerCredential",
  "withdrawOffer",
];

function tokenFor(operation) {
  if (operation.includes("Organization")) {
    return process.env.PLATFORM_TOKEN;
  }
  return ofOwner.includes(operation) ? process.env.OWNER_TOKEN : TOKEN;
}

async function call(operation, parameters, body) {
  called.add(operation);
  const headers = { Authorization: `Bearer ${tokenFor(operation)}` };
  const answer = await client[operation](parameters, body, { headers });
  console.log(operation, answer.status);
  if (answer.status >= 300) {
    throw new Error(`${operation}: ${JSON.stringify(answer.data)}`);
  }
  return answer;
}

// A changed thing is sent with the version that was read.
async function change(operation, read, parameters, body) {
  const { headers } = await call(read, parameters);
  return (await call(operation, { ...parameters, "If-Match": headers.etag }, body)).data;
}

const me = (await call("getMe")).data;
const organization = { org_id: me.org_id };
await call("listOrganizations", { kind: "multi_team" });
await change("changeOrganization", "getOrganization", organization, { name: "Acme Works" });
await call("createOrganization", null, { name: "Another", kind: "single_team", team: "Studio" });

const team = (await call("createTeam", null, { name: "Apollo" })).data;
await change("changeTeam", "getTeam", { team_id: team.team_id }, { name: "Artemis" });
const teams = (await call("listTeams")).data.teams;
console.log("renamed", teams.some((each) => each.name === "Artemis"));

const joiner = (
  await call("inviteUser", null, {
    name: "Nina",
    email: "nina@example.com",
    teams: [{ team_id: team.team_id, administrator: true }],
  })
).data;
const found = (await call("listUsers", { q: "nina@", state: "invited", limit: 10 })).data;
console.log("invited", found.total, found.users[0].user_id === joiner.user_id);
const user_id = joiner.user_id;
await change("changeUser", "getUser", { user_id }, { name: "Nina New" });
await call("createPasswordLink", { user_id });

const credentials = (await call("listCredentials", { type: "personal", owner_id: LEAVER })).data;
console.log("found", credentials.credentials.some((each) => each.client_id === APP));
const client_id = APP;
await change("changeCredential", "getCredential", { client_id }, { name: "Issue Helper" });
const secret = (await call("addSecret", { client_id })).data;
await call("retireSecret", { client_id, secret_id: secret.secret_id });
console.log("secrets", (await call("listSecrets", { client_id })).data.secrets.length);
await call("offerCredential", { client_id }, { email: process.env.HEIR });
await call("withdrawOffer", { client_id });

const grants = (await call("listGrants", { user_id: LEAVER })).data.grants;
await call("endGrant", { user_id: LEAVER, grant_id: grants[0].grant_id });
const sessions = (await call("listSessions", { user_id: LEAVER })).data.sessions;
await call("endSession", { user_id: LEAVER, session_id: sessions[0].session_id });
await call("removeSecondFactor", { user_id: LEAVER });
await call("endAccess", { user_id: LEAVER });
await change("disableUser", "getUser", { user_id: LEAVER });
await change("enableUser", "getUser", { user_id: LEAVER });

const machine = process.env.MACHINE;
const tokens = (await call("listCredentialTokens", { client_id: machine })).data.tokens;
await call("revokeCredentialToken", { client_id: machine, token_id: tokens[0].token_id });
const others = (await call("listTokens", { client_id: process.env.SECOND_MACHINE })).data.tokens;
await call("revokeToken", { token_id: others[0].token_id });
await call("deleteCredential", { client_id });
await call("listRoutes");
const audit = (await call("listAudit", { about_user_id: user_id, event: "user_create" })).data;
console.log("recorded", audit.entries.length, audit.entries[0]?.actor);
const revoked = (await call("revokeTokens", null, { client_id: machine })).data;
console.log("revoked", revoked.organization_tokens);

const operations = api.getOperations().map((operation) => operation.operationId);
console.log("not called:", operations.filter((each) => !called.has(each)).join());
