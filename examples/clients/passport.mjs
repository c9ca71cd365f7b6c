// npm install express express-session passport passport-oauth2 passport-oauth2-refresh
import express from 'express';
import session from 'express-session';
import passport from 'passport';
import { Strategy } from 'passport-oauth2';
import refresh from 'passport-oauth2-refresh';
import { randomBytes } from 'node:crypto';

const url = process.env.LATCHKEY_URL;
const id = process.env.LATCHKEY_CLIENT_ID;
const secret = process.env.LATCHKEY_CLIENT_SECRET;

const strategy = new Strategy({
  authorizationURL: url + '/oauth2/authorize',
  tokenURL: url + '/oauth2/token',
  clientID: id,
  clientSecret: secret,
  callbackURL: process.env.LATCHKEY_REDIRECT_URI,
  scope: ['read:directory:organization', 'read:directory:users'],
  state: true,
  pkce: true,
}, (accessToken, refreshToken, params, profile, done) =>
  done(null, { id: params.user_id, email: params.email, accessToken, refreshToken }));
passport.use('latchkey', strategy);
refresh.use('latchkey', strategy);
// A session holds the whole user. A store of your own would hold the tokens, and the session only the id.
passport.serializeUser((user, done) => done(null, user));
passport.deserializeUser((user, done) => done(null, user));

const app = express();
app.use(session({ secret: randomBytes(32).toString('hex'), resave: false, saveUninitialized: false }));
app.use(passport.session());
app.get('/callback', passport.authenticate('latchkey', { successRedirect: '/' }));
app.get('/', (request, response, next) =>
  request.isAuthenticated() ? next() : passport.authenticate('latchkey')(request, response, next));
app.get('/', async (request, response) => response.type('text').send((await steps(request.user)).join('\n')));

async function steps(user) {
  const me = await fetch(url + '/openapi/v2/directory/users/me', { headers: { Authorization: `Bearer ${user.accessToken}` } });
  const next = await refreshed(user.refreshToken);
  const lines = ['called ' + (await me.json()).email, 'refreshed ' + next.expires_in];
  // The library has no introspection and no revocation.
  lines.push('active ' + (await (await send('/oauth2/introspect', next.access_token)).json()).active);
  await send('/oauth2/revoke', next.access_token);
  lines.push('active ' + (await (await send('/oauth2/introspect', next.access_token)).json()).active);
  await refreshed(next.refresh_token).catch((refused) => lines.push('error ' + JSON.parse(refused.data).error));
  return lines;
}

function refreshed(token) {
  return new Promise((resolve, reject) =>
    refresh.requestNewAccessToken('latchkey', token, (refused, access, next, answer) =>
      refused ? reject(refused) : resolve({ ...answer, access_token: access, refresh_token: next })));
}

function send(path, token) {
  return fetch(url + path, {
    method: 'POST',
    headers: { Authorization: 'Basic ' + Buffer.from(`${id}:${secret}`).toString('base64') },
    body: new URLSearchParams({ token }),
  });
}

const { origin, port } = new URL(process.env.LATCHKEY_REDIRECT_URI);
app.listen(port, () => console.log('Open ' + origin + '/'));
