// The browser of a person who signs in and allows everything. The person is named by EMAIL and PASSWORD.
const { BASE, EMAIL, PASSWORD } = process.env;
const cookies = {};

function decoded(text) {
  return text.replaceAll('&amp;', '&').replaceAll('&#34;', '"').replaceAll('&#39;', "'");
}

async function send(address, form) {
  const response = await fetch(new URL(address, BASE), {
    redirect: 'manual',
    method: form ? 'POST' : 'GET',
    headers: { cookie: Object.entries(cookies).map(([name, value]) => `${name}=${value}`).join('; ') },
    body: form && new URLSearchParams(form),
  });
  for (const cookie of response.headers.getSetCookie()) {
    const [name, value] = cookie.split(';')[0].split('=');
    cookies[name] = value;
  }
  return { status: response.status, location: response.headers.get('location'), text: await response.text() };
}

async function open(address, form) {
  let page = await send(address, form);
  while (page.location && new URL(page.location, BASE).origin === BASE) {
    page = await send(page.location);
  }
  return page;
}

function hidden(page) {
  const fields = {};
  for (const [, name, value] of page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)) {
    fields[name] ??= decoded(value);
  }
  return fields;
}

export async function signIn() {
  const page = await open('/sign-in');
  await open('/sign-in', { ...hidden(page), email: EMAIL, password: PASSWORD });
}

/** Opens an authorization request, presses Allow, and returns the address to which the browser is sent. */
export async function allow(address) {
  const page = await open(String(address));
  if (!page.text.includes('value="approve"')) {
    throw new Error('no consent page: ' + page.status + page.text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '));
  }
  const answer = await send('/consent', { ...hidden(page), decision: 'approve' });
  return new URL(answer.location);
}
