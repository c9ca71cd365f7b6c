// npm install oauth4webapi
import * as oauth from 'oauth4webapi';
import { createInterface } from 'node:readline/promises';

const url = process.env.LATCHKEY_URL;
const client = { client_id: process.env.LATCHKEY_CLIENT_ID };
const secret = oauth.ClientSecretPost(process.env.LATCHKEY_CLIENT_SECRET);
const redirectUri = process.env.LATCHKEY_REDIRECT_URI;
// Remove this option if Latchkey has an https address.
const options = { [oauth.allowInsecureRequests]: true };

const issuer = new URL(url);
const server = await oauth.processDiscoveryResponse(
  issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...options }));

const verifier = oauth.generateRandomCodeVerifier();
const state = oauth.generateRandomState();
const address = new URL(server.authorization_endpoint);
address.search = new URLSearchParams({
  client_id: client.client_id,
  response_type: 'code',
  redirect_uri: redirectUri,
  scope: 'read:directory:organization read:directory:users',
  state,
  code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
  code_challenge_method: 'S256',
});
console.log('Open', address.href);
const callback = new URL(await createInterface({ input: process.stdin }).question(''));

const sent = oauth.validateAuthResponse(server, client, callback, state);
const first = await oauth.processAuthorizationCodeResponse(server, client,
  await oauth.authorizationCodeGrantRequest(server, client, secret, sent, redirectUri, verifier, options));
const me = await oauth.protectedResourceRequest(
  first.access_token, 'GET', new URL(url + '/openapi/v2/directory/users/me'), undefined, undefined, options);
console.log('called', (await me.json()).email);

const refresh = async (token) => oauth.processRefreshTokenResponse(server, client,
  await oauth.refreshTokenGrantRequest(server, client, secret, token, options));
const next = await refresh(first.refresh_token);
console.log('refreshed', next.expires_in);

const introspect = async (token) => oauth.processIntrospectionResponse(server, client,
  await oauth.introspectionRequest(server, client, secret, token, options));
console.log('active', (await introspect(next.access_token)).active);
await oauth.processRevocationResponse(
  await oauth.revocationRequest(server, client, secret, next.access_token, options));
console.log('active', (await introspect(next.access_token)).active);

await refresh(next.refresh_token).catch((refused) => console.log('error', refused.error));
process.exit();
