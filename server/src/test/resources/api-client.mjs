// Validates the description of the management API, then calls it with a client that is made from the description alone.
import { Validator } from "@seriousme/openapi-schema-validator";
import { OpenAPIClientAxios } from "openapi-client-axios";

const { LATCHKEY, TOKEN } = process.env;
const definition = await (await fetch(`${LATCHKEY}/api/v1/openapi.json`)).json();
const result = await new Validator().validate(structuredClone(definition));
console.log("valid", result.valid, result.errors ?? "");

const api = new OpenAPIClientAxios({
  definition,
  axiosConfigDefaults: { baseURL: `${LATCHKEY}/api/v1`, headers: { Authorization: `Bearer ${TOKEN}` } },
});
const client = await api.init();
const users = (await client.listUsers({ limit: 10 })).data.users;
const read = await client.getUser({ user_id: users[0].user_id });
const changed = await client.changeUser(
  { user_id: users[0].user_id, "If-Match": read.headers.etag },
  { name: "Changed by a generated client" },
);
console.log("changed", changed.data.name);
