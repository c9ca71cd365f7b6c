// Runs the command line of the MCP Inspector three times: it signs in, uses its stored token, and refreshes it because the
// access token is no longer valid. Prints what the tool answered each time, and whether a browser was needed.
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { allow, signIn } from './browser.mjs';

const { BASE, PORT } = process.env;
const home = process.cwd() + '/inspector-home';

async function call(...options) {
  const inspector = spawn('node_modules/.bin/node', [
    'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', '--cli',
    '--transport', 'http', '--server-url', BASE + '/openapi/v2/mcp',
    '--callback-url', `http://127.0.0.1:${PORT}/oauth/callback`,
    '--method', 'tools/call', '--tool-name', 'whoami', '--format', 'json', ...options,
  ], { env: { ...process.env, HOME: home, BROWSER: 'true', MCP_AUTO_OPEN_ENABLED: 'true', MCP_INSPECTOR_SECRET_STORE: 'file' } });
  let output = '';
  let errors = '';
  let isOpened = false;
  inspector.stdout.on('data', (bytes) => { output += bytes; });
  inspector.stderr.on('data', async (bytes) => {
    errors += bytes;
    const request = errors.match(/^Please navigate to: (http\S+)$/m);
    if (request && !isOpened) {
      isOpened = true;
      await fetch(await allow(request[1]));
    }
  });
  const code = await new Promise((resolve) => inspector.on('close', resolve));
  if (code !== 0) throw new Error(errors);
  return { text: JSON.parse(output).result.content[0].text, isOpened };
}

await signIn();
const first = await call();
const stored = await call('--stored-auth-only');
const secrets = home + '/.mcp-inspector/secrets.json';
writeFileSync(secrets, readFileSync(secrets, 'utf8').replace(/lk_at_\w+/, 'lk_at_' + '0'.repeat(49)));
const refreshed = await call('--stored-auth-only');
console.log(JSON.stringify([first, stored, refreshed]));
process.exit();
