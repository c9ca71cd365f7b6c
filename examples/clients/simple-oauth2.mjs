// npm install simple-oauth2
import { AuthorizationCode } from 'simple-oauth2';
import { createInterface } from 'node:readline/promises';
import { randomUUID } from 'node:crypto';

const url = process.env.LATCHKEY_URL;
const redirect_uri = process.env.LATCHKEY_REDIRECT_URI;
const client = new AuthorizationCode({
  client: { id: process.env.LATCHKEY_CLIENT_ID, secret: process.env.LATCHKEY_CLIENT_SECRET },
  auth: {
    tokenHost: url,
    tokenPath: '/oauth2/token',
    authorizePath: '/oauth2/authorize',
    revokePath: '/oauth2/revoke',
  },
});

const state = randomUUID();
const scope = 'read:directory:organization read:directory:users';
console.log('Open', client.authorizeURL({ redirect_uri, scope, state }));
const callback = new URL(await createInterface({ input: process.stdin }).question(''));
if (callback.searchParams.get('state') !== state) throw new Error('another state');

// The library has no introspection; the token answers for itself.
const ask = async (path, token) =>
  (await fetch(url + path, { headers: { Authorization: `Bearer ${token}` } })).json();
const first = await client.getToken({ code: callback.searchParams.get('code'), redirect_uri });
console.log('called', (await ask('/openapi/v2/directory/users/me', first.token.access_token)).email);

const next = await first.refresh();
console.log('refreshed', next.token.expires_in);

console.log('active', (await ask('/oauth2/introspect', next.token.access_token)).active);
await next.revokeAll();
console.log('active', (await ask('/oauth2/introspect', next.token.access_token)).active);

await next.refresh().catch((refused) => console.log('error', refused.data.payload.error));
process.exit();
