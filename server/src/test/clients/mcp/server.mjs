// An MCP server without any code for authorization.
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import http from 'node:http';
http.createServer(async (req, res) => {
  const server = new McpServer({ name: 'tools', version: '1.0.0' });
  server.registerTool('whoami', { description: 'Says who calls' }, async () => ({ content: [{ type: 'text', text: String(req.headers['latchkey-email']) }] }));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  await server.connect(transport);
  await transport.handleRequest(req, res);
}).listen(0, '127.0.0.1', function () { console.log('port ' + this.address().port); });
