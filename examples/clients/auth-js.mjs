// npm install express @auth/express
import express from 'express';
import { ExpressAuth, getSession } from '@auth/express';
import { randomBytes } from 'node:crypto';

const url = process.env.LATCHKEY_URL;
const id = process.env.LATCHKEY_CLIENT_ID;
const secret = process.env.LATCHKEY_CLIENT_SECRET;
const { origin, port } = new URL(process.env.LATCHKEY_REDIRECT_URI);

const latchkey = {
  id: 'latchkey',
  name: 'Latchkey',
  type: 'oauth',
  issuer: url,
  clientId: id,
  clientSecret: secret,
  authorization: {
    url: url + '/oauth2/authorize',
    params: { scope: 'read:directory:organization read:directory:users' },
  },
  token: url + '/oauth2/token',
  userinfo: url + '/openapi/v2/directory/users/me',
  checks: ['pkce', 'state'],
  profile: (me) => ({ id: me.id, name: me.name, email: me.email }),
};

const config = {
  providers: [latchkey],
  secret: randomBytes(32).toString('hex'),
  trustHost: true,
  callbacks: {
    // The tokens are in the encrypted cookie of the session.
    jwt: ({ token, account }) => account ? { ...token, refreshToken: account.refresh_token } : token,
    session: ({ session, token }) => ({ ...session, refreshToken: token.refreshToken }),
  },
};

const app = express();
app.use('/auth', ExpressAuth(config));
app.get('/', async (request, response) => {
  const session = await getSession(request, config);
  if (!session) return response.redirect('/auth/signin');
  response.type('text').send((await steps(session)).join('\n'));
});

async function steps(session) {
  // The library itself has called the open interface, for the profile. It has no refresh, introspection and revocation.
  const lines = ['called ' + session.user.email];
  const refresh = (token) => send('/oauth2/token', { grant_type: 'refresh_token', refresh_token: token });
  const next = await refresh(session.refreshToken);
  lines.push('refreshed ' + next.expires_in);
  lines.push('active ' + (await send('/oauth2/introspect', { token: next.access_token })).active);
  await send('/oauth2/revoke', { token: next.access_token });
  lines.push('active ' + (await send('/oauth2/introspect', { token: next.access_token })).active);
  lines.push('error ' + (await refresh(next.refresh_token)).error);
  return lines;
}

async function send(path, fields) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { Authorization: 'Basic ' + Buffer.from(`${id}:${secret}`).toString('base64') },
    body: new URLSearchParams(fields),
  });
  return answer.json();
}

app.listen(port, () => console.log('Open ' + origin + '/'));
