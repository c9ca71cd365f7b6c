// Runs the scenarios of the MCP conformance suite for authorization servers, with a client that registers itself.
import { spawn } from 'node:child_process';
import { allow, signIn } from './browser.mjs';

const { BASE, PORT } = process.env;
const registered = await fetch(BASE + '/oauth2/register', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ client_name: 'Conformance', redirect_uris: [`http://127.0.0.1:${PORT}/callback`] }),
});
const client = await registered.json();
await signIn();

const suite = spawn('node_modules/.bin/node', [
  'node_modules/@modelcontextprotocol/conformance/dist/index.js', 'authorization', '--url', BASE, '--port', PORT,
  '--client-id', client.client_id, '--resource', BASE + '/openapi/v2/mcp', '-o', 'results',
]);
let output = '';
let isOpened = false;
suite.stdout.on('data', async (bytes) => {
  output += bytes;
  process.stdout.write(bytes);
  const request = output.match(/^(http\S+\/oauth2\/authorize\S+)$/m);
  if (request && !isOpened) {
    isOpened = true;
    await fetch(await allow(request[1]));
  }
});
suite.stderr.pipe(process.stderr);
suite.on('exit', (code) => process.exit(code));
