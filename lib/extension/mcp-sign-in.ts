import * as z from 'zod';
import { McpSignInResult } from '../contracts/index.ts';
import { askOnPort, onPagePort } from './page-port.ts';
import { webAuthFlow, webAuthRedirectUrl } from './web-auth-flow.ts';

/** A sign-in takes as long as the user does, and the port keeps the worker alive. */
const PORT = 'mcp-sign-in';

/** Signs the user in to an MCP server, from a page. Only on a click of the user, since a window is shown. */
export function runMcpSignIn(serverId: string): Promise<McpSignInResult> {
  return askOnPort<McpSignInResult>(
    PORT,
    serverId,
    (message) => McpSignInResult.parse(message),
    () => ({ type: 'failed', code: 'sign-in-cancelled' }),
  );
}

/** Answers in the worker. `signal` is aborted when the page is closed. */
export function onMcpSignIn(handle: (serverId: string, signal: AbortSignal) => Promise<McpSignInResult>): void {
  onPagePort<McpSignInResult>(PORT, async (message, post, signal) => {
    post(await handle(z.string().max(64).parse(message), signal));
  });
}

/** The browser's own window for signing in, which keeps what arrives at the redirect address for this extension. */
export const authorizationBrowser = {
  get redirectUri() {
    return webAuthRedirectUrl();
  },
  async authorize(url: string): Promise<string | null> {
    const flow = await webAuthFlow(url);
    return 'error' in flow ? null : flow.redirect;
  },
};
