export { type McpAddressError, parseMcpAddress, tokenHeader } from './mcp-address.ts';
export { McpClient } from './mcp-client.ts';
export { type McpConnection, McpSessions } from './mcp-sessions.ts';
export { mcpTools } from './mcp-tools.ts';
export { AccessToken } from './sign-in/access-token.ts';
export { SignInTokens } from './sign-in/oauth-client.ts';
export { type AuthorizationBrowser, signIn } from './sign-in/sign-in.ts';
export { SignInError, SignInPermissionError } from './sign-in/sign-in-http.ts';
export { mergeTools, switchTools } from './tool-definition.ts';
