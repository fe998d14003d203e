export { type McpAddressError, parseMcpAddress, tokenHeader } from './mcp-address.ts';
export { McpClient } from './mcp-client.ts';
export { type McpConnection, McpSessions } from './mcp-sessions.ts';
export { mcpTools } from './mcp-tools.ts';
export { mergeTools } from './tool-definition.ts';
