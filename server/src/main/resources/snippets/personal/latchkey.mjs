// Needs Node.js 18 or later. Run: LATCHKEY_CLIENT_SECRET=... node latchkey.mjs
import { createHash, randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";

const base = "%BASE_URL%";
const client_id = "%CLIENT_ID%";
const client_secret = process.env.LATCHKEY_CLIENT_SECRET;

async function tokens(fields) {
  const answer = await fetch(`${base}/oauth2/token`, {
    method: "POST",
    body: new URLSearchParams({ client_id, ...fields }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function call(token) {
  const answer = await fetch(`${base}%CALL%`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  console.log(answer.status, await answer.text());
}

// 1. Send the browser to the authorization address, with a random state and a PKCE challenge.
const state = randomBytes(16).toString("hex");
const code_verifier = randomBytes(32).toString("base64url");
const authorize = new URL(`${base}/oauth2/authorize`);
authorize.search = new URLSearchParams({
  response_type: "code",
  client_id,
  state,
  code_challenge: createHash("sha256").update(code_verifier).digest("base64url"),
  code_challenge_method: "S256",
});
console.log(`Open ${authorize}`);

// 2. After consent the browser is at your redirect URI. Check the state and take the code.
const input = createInterface({ input: process.stdin, output: process.stdout });
const address = await input.question("Paste the address at which the browser has arrived:\n");
input.close();
const answer = new URL(address.trim()).searchParams;
if (answer.get("state") !== state) throw new Error("This is not the answer to our request.");

// 3. Exchange the code.
let pair = await tokens({
  grant_type: "authorization_code",
  client_secret,
  code: answer.get("code"),
  code_verifier,
});

// 4. Call the open interface.
await call(pair.access_token);

// 5. Refresh before the token expires. Both old tokens stop working.
pair = await tokens({ grant_type: "refresh_token", refresh_token: pair.refresh_token });
await call(pair.access_token);
