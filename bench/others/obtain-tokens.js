// Obtains access tokens from a running `latchkey demo` as an app does: authorize, consent, exchange.
// usage: node obtain-tokens.js DATA_DIRECTORY TOKENS FILE [codes]
// FILE gets one line for each token: client_id:client_secret of its credential in base64, and the token. With "codes" it
// gets codes that have not been exchanged, all of one credential.
const { readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const AT_ONCE = 16;

const [data, count, file, codes] = process.argv.slice(2);
const demo = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8'));

function get(path, cookies) {
  return fetch(new URL(path, demo.base_url), { headers: { Cookie: cookies }, redirect: 'manual' });
}

function post(path, fields, headers) {
  return fetch(new URL(path, demo.base_url), {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

async function expect(status, response) {
  if (response.status !== status) {
    throw new Error(`${response.url} answered ${response.status} instead of ${status}: ${await response.text()}`);
  }
  return response;
}

function cookie(response) {
  return response.headers.getSetCookie()[0].split(';')[0];
}

function formToken(page) {
  return page.match(/name="form_token" value="([^"]+)"/)[1];
}

/** The fields that the page itself fills in. Older versions have fewer of them. */
function hiddenFields(form) {
  return Object.fromEntries(
    [...form.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]));
}

async function signIn(user) {
  const page = await expect(200, await get('/sign-in', ''));
  const before = cookie(page);
  const fields = { email: user.email, password: user.password, form_token: formToken(await page.text()) };
  const after = await expect(303, await post('/sign-in', fields, { Cookie: before }));
  return `${before}; ${cookie(after)}`;
}

async function consent(user, cookies, clientId) {
  const authorize = `/oauth2/authorize?response_type=code&client_id=${clientId}`;
  const toPage = await expect(302, await get(authorize, cookies));
  const page = new URL(toPage.headers.get('location'), demo.base_url);
  const html = await (await expect(200, await get(page, cookies))).text();
  const form = html.match(/<form[^>]*action="\/consent".*?<\/form>/s)[0];
  const fields = { ...hiddenFields(form), decision: 'approve', team_id: user.team_ids[0] };
  const toApp = await expect(303, await post('/consent', fields, { Cookie: cookies }));
  return new URL(toApp.headers.get('location')).searchParams.get('code');
}

async function obtain(user, cookies, credential) {
  const code = await consent(user, cookies, credential.client_id);
  const proof = Buffer.from(`${credential.client_id}:${credential.client_secret}`).toString('base64');
  if (codes) {
    return `${proof} ${code}\n`;
  }
  const fields = { grant_type: 'authorization_code', code };
  const exchanged = await expect(200, await post('/oauth2/token', fields, { Authorization: `Basic ${proof}` }));
  return `${proof} ${(await exchanged.json()).access_token}\n`;
}

async function main() {
  const people = [];
  for (const user of demo.users) {
    people.push({ user, cookies: await signIn(user) });
  }
  const lines = [];
  let next = 0;
  async function work({ user, cookies }) {
    while (next < Number(count)) {
      const number = next;
      next += 1;
      const credential = demo.credentials[codes ? 0 : number % demo.credentials.length];
      lines.push(await obtain(user, cookies, credential));
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => work(people[i % people.length])));
  writeFileSync(file, lines.join(''));
}

main().catch((problem) => {
  console.error(`obtain-tokens: ${problem.message}`);
  process.exit(1);
});
