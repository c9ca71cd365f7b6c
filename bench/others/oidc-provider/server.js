// The package oidc-provider with all state in memory, for bench/others/compare. It contains no code of Latchkey.
// usage: node server.js PORT CLIENTS TOKENS FILE
// FILE gets one line for each token: client_id:client_secret of its client in base64, and the token.
import { randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const SCOPE = 'read:issue:info';
const ONE_DAY = 24 * 60 * 60;

// The adapter that the package ships keeps about a thousand entries and drops the others. This one
// keeps all of them, and does as little work as an adapter can.
class MapAdapter {
  entries = new Map();

  async find(id) {
    return this.entries.get(id);
  }

  async upsert(id, payload) {
    this.entries.set(id, payload);
  }

  async destroy(id) {
    this.entries.delete(id);
  }
}

function client(number) {
  return {
    client_id: `client-${number}`,
    client_secret: randomBytes(32).toString('base64url'),
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
    token_endpoint_auth_method: 'client_secret_basic',
    scope: SCOPE,
  };
}

async function issue(provider, clientId) {
  const token = new provider.ClientCredentials({
    client: await provider.Client.find(clientId),
    scope: SCOPE,
  });
  return token.save();
}

const [port, clientCount, tokenCount, file] = process.argv.slice(2);
const clients = Array.from({ length: Number(clientCount) }, (_, number) => client(number));
const provider = new Provider('http://127.0.0.1', {
  adapter: MapAdapter,
  clients,
  scopes: [SCOPE],
  ttl: { ClientCredentials: ONE_DAY },
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    introspection: {
      enabled: true,
      allowedPolicy: (ctx, asking, token) => asking.clientId === token.clientId,
    },
  },
});

const lines = [];
for (let i = 0; i < Number(tokenCount); i += 1) {
  const { client_id: id, client_secret: secret } = clients[i % clients.length];
  const proof = Buffer.from(`${id}:${secret}`).toString('base64');
  lines.push(`${proof} ${await issue(provider, id)}\n`);
}

// The file is renamed when it is complete, because its presence shows that the server is ready.
createServer(provider.callback()).listen(Number(port), '127.0.0.1', () => {
  writeFileSync(`${file}.part`, lines.join(''));
  renameSync(`${file}.part`, file);
});
