// An unmodified MCP client that knows only the address of the MCP server (BASE/openapi/v2/mcp). Arguments: the major
// version of the SDK, and "document" (with DOCUMENT, the address of its metadata document) or "registration".
import { allow, signIn } from './browser.mjs';

const [, , version, identity] = process.argv;
const { BASE, DOCUMENT } = process.env;
const { Client, StreamableHTTPClientTransport } =
  version === '2'
    ? await import('@modelcontextprotocol/client')
    : {
        ...(await import('@modelcontextprotocol/sdk/client/index.js')),
        ...(await import('@modelcontextprotocol/sdk/client/streamableHttp.js')),
      };

const redirectUri = 'http://localhost:8765/callback';
const known = {};
let arrival;
const provider = {
  redirectUrl: redirectUri,
  clientMetadata: { client_name: 'Probe', redirect_uris: [redirectUri], response_types: ['code'] },
  clientMetadataUrl: identity === 'document' ? DOCUMENT : undefined,
  clientInformation: () => known.client,
  saveClientInformation: (client) => { known.client = client; },
  tokens: () => known.tokens,
  saveTokens: (tokens) => { known.tokens = tokens; },
  codeVerifier: () => known.verifier,
  saveCodeVerifier: (verifier) => { known.verifier = verifier; },
  redirectToAuthorization: async (address) => { arrival = await allow(address); },
};

async function connect() {
  const transport = new StreamableHTTPClientTransport(new URL(BASE + '/openapi/v2/mcp'), { authProvider: provider });
  const client = new Client({ name: 'probe', version: '1' });
  try {
    await client.connect(transport);
    return client;
  } catch (refused) {
    if (!arrival) {
      throw refused;
    }
    await transport.finishAuth(version === '2' ? arrival.searchParams : arrival.searchParams.get('code'));
    arrival = undefined;
    return connect();
  }
}

async function whoami() {
  const client = await connect();
  return (await client.callTool({ name: 'whoami', arguments: {} })).content[0].text;
}

await signIn();
const first = await whoami();
const issued = known.tokens.access_token;
known.tokens = { ...known.tokens, access_token: 'lk_at_' + '0'.repeat(49) };
const afterRefresh = await whoami();
const isNew = known.tokens.access_token !== issued;
const elsewhere = await fetch(BASE + '/openapi/v2/directory/users/me', {
  headers: { authorization: 'Bearer ' + known.tokens.access_token },
});
console.log(JSON.stringify({ first, afterRefresh, isNew, scope: known.tokens.scope, elsewhere: elsewhere.status }));
process.exit(0);
