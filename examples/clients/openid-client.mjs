// npm install openid-client
import * as client from 'openid-client';
import { createInterface } from 'node:readline/promises';

const url = process.env.LATCHKEY_URL;
// "execute" is needed only if Latchkey has a plain http address.
const config = await client.discovery(
  new URL(url), process.env.LATCHKEY_CLIENT_ID, process.env.LATCHKEY_CLIENT_SECRET, undefined,
  { algorithm: 'oauth2', execute: [client.allowInsecureRequests] });

const verifier = client.randomPKCECodeVerifier();
const state = client.randomState();
const address = client.buildAuthorizationUrl(config, {
  redirect_uri: process.env.LATCHKEY_REDIRECT_URI,
  scope: 'read:directory:organization read:directory:users',
  state,
  code_challenge: await client.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
});
console.log('Open', address.href);
const callback = new URL(await createInterface({ input: process.stdin }).question(''));

const first = await client.authorizationCodeGrant(
  config, callback, { pkceCodeVerifier: verifier, expectedState: state });
const me = await client.fetchProtectedResource(
  config, first.access_token, new URL(url + '/openapi/v2/directory/users/me'), 'GET');
console.log('called', (await me.json()).email);

const next = await client.refreshTokenGrant(config, first.refresh_token);
console.log('refreshed', next.expires_in);

console.log('active', (await client.tokenIntrospection(config, next.access_token)).active);
await client.tokenRevocation(config, next.access_token);
console.log('active', (await client.tokenIntrospection(config, next.access_token)).active);

await client.refreshTokenGrant(config, next.refresh_token)
  .catch((refused) => console.log('error', refused.error));
process.exit();
