// The pages of the MCP Inspector, in Chromium: connects to the MCP server, signs in and allows, and calls the tool. Prints
// "called" when the page shows what the tool answered.
import { spawn } from 'node:child_process';
import { chromium } from 'playwright-core';

const { BASE, EMAIL, PASSWORD, PORT } = process.env;
const inspector = spawn('node_modules/.bin/node', [
  'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js', '--web',
  '--transport', 'http', '--server-url', BASE + '/openapi/v2/mcp',
], { env: { ...process.env, CLIENT_PORT: PORT, MCP_AUTO_OPEN_ENABLED: 'false', MCP_SANDBOX_PORT: '0', MCP_INSPECTOR_SECRET_STORE: 'memory' } });
const address = await new Promise((resolve, reject) => {
  let output = '';
  inspector.stdout.on('data', (bytes) => {
    output += bytes;
    const found = output.match(/http:\S+MCP_INSPECTOR_API_TOKEN=\w+/);
    if (found) resolve(found[0]);
  });
  inspector.on('exit', () => reject(new Error(output)));
});

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
  page.setDefaultTimeout(20_000);
  await page.goto(address);
  await page.getByRole('switch').click({ force: true });
  await page.fill('input[name=email]', EMAIL);
  await page.fill('input[name=password]', PASSWORD);
  await page.click('main button[type=submit]');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.getByText('Tools', { exact: true }).first().click();
  await page.getByText('whoami').first().click();
  await page.getByRole('button', { name: 'Execute Tool' }).click();
  await page.getByText(EMAIL).first().waitFor();
  console.log('called ' + EMAIL);
} finally {
  await browser.close();
  inspector.kill();
}
process.exit();
