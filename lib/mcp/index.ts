export { McpClient } from './mcp-client.ts';
