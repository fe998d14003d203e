import { browser } from 'wxt/browser';
import * as z from 'zod';
import {
  McpCheck,
  McpCompletionRequest,
  McpContent,
  McpContentRequest,
  McpError,
  McpErrorCode,
  McpSignInResult,
  type SignInWindowError,
} from '../contracts/index.ts';
import { askOnPort, onPagePort } from './commands.ts';

/** Results arrive one by one, and closing the page ends the test, so it has its own port. */
const CHECK_PORT = 'mcp-check';

const CheckMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('check'), check: McpCheck }),
  z.object({ type: z.literal('end') }),
]);

/**
 * Checks the connection to an MCP server, from a page. `onCheck` receives each result; resolves when there are no more.
 */
export async function runMcpCheck(serverId: string, onCheck: (check: McpCheck) => void): Promise<void> {
  await askOnPort(
    CHECK_PORT,
    serverId,
    (message) => {
      const reported = CheckMessage.parse(message);
      if (reported.type === 'end') return 'ended';
      onCheck(reported.check);
    },
    () => 'interrupted',
  );
}

/** Answers in the worker. `signal` is aborted when the page is closed. */
export function onMcpCheck(handle: (serverId: string, signal: AbortSignal) => AsyncIterable<McpCheck>): void {
  onPagePort<z.infer<typeof CheckMessage>>(CHECK_PORT, async (message, post, signal) => {
    const serverId = z.string().max(64).safeParse(message);
    if (serverId.success) {
      for await (const check of handle(serverId.data, signal)) post({ type: 'check', check });
    }
    post({ type: 'end' });
  });
}

/** A server may take a long time, and closing the page ends the request, so it has its own port. */
const CONTENT_PORT = 'mcp-content';

const ContentReply = z.discriminatedUnion('type', [
  z.object({ type: z.literal('content'), content: McpContent }),
  z.object({ type: z.literal('failed'), code: McpErrorCode }),
]);
type ContentReply = z.infer<typeof ContentReply>;

/**
 * Gets a prompt or a resource of an MCP server, from a page. Resolves with the reason if it failed, or with null if
 * `signal` was aborted.
 */
export async function getMcpContent(
  request: McpContentRequest,
  signal: AbortSignal,
): Promise<McpContent | McpErrorCode | null> {
  const getClosedReply = (): ContentReply => ({ type: 'failed', code: 'mcp-cut-off' });
  const reply = await askOnPort(
    CONTENT_PORT,
    request,
    (message) => ContentReply.parse(message),
    getClosedReply,
    signal,
  );
  if (signal.aborted) return null;
  return reply.type === 'content' ? reply.content : reply.code;
}

/** Answers in the worker. `signal` is aborted when the page is closed or no longer waits. */
export function onMcpContent(handle: (request: McpContentRequest, signal: AbortSignal) => Promise<McpContent>): void {
  onPagePort<ContentReply>(CONTENT_PORT, async (message, post, signal) => {
    try {
      post({ type: 'content', content: await handle(McpContentRequest.parse(message), signal) });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof McpError)) throw error;
      post({ type: 'failed', code: error.code });
    }
  });
}

const COMPLETION_PORT = 'mcp-completion';

/**
 * Values that an MCP server suggests for the user's partial input, from a page. Empty if it has none, or if `signal`
 * was aborted.
 */
export function getMcpCompletions(request: McpCompletionRequest, signal: AbortSignal): Promise<string[]> {
  return askOnPort(
    COMPLETION_PORT,
    request,
    (message) => z.array(z.string()).parse(message),
    () => [],
    signal,
  );
}

/** Answers in the worker. `signal` is aborted when the page is closed or no longer waits. */
export function onMcpCompletion(
  handle: (request: McpCompletionRequest, signal: AbortSignal) => Promise<string[]>,
): void {
  onPagePort<string[]>(COMPLETION_PORT, async (message, post, signal) => {
    try {
      post(await handle(McpCompletionRequest.parse(message), signal));
    } catch (error) {
      if (!signal.aborted && !(error instanceof McpError)) throw error;
      post([]);
    }
  });
}

const WATCH_PORT = 'mcp-watch';

const WatchedResource = z.strictObject({ serverUrl: z.string().max(2_000), uri: z.string().max(2_000) });
type WatchedResource = z.infer<typeof WatchedResource>;

/**
 * Calls back whenever the server of an attached resource reports a change, until `signal` is aborted. Runs in a page.
 */
export async function watchMcpResource(
  source: WatchedResource,
  onUpdated: () => void,
  signal: AbortSignal,
): Promise<void> {
  const read = (message: unknown) => (z.enum(['updated', 'end']).parse(message) === 'end' ? 'end' : onUpdated());
  await askOnPort<unknown>(
    WATCH_PORT,
    source,
    (message) => read(message) ?? undefined,
    () => 'end',
    signal,
  );
}

/** Answers in the worker. `signal` is aborted when the page is closed or no longer watches. */
export function onMcpWatch(
  handle: (source: WatchedResource, onUpdated: () => void, signal: AbortSignal) => Promise<void>,
): void {
  onPagePort<'updated' | 'end'>(WATCH_PORT, async (message, post, signal) => {
    try {
      await handle(WatchedResource.parse(message), () => post('updated'), signal);
    } catch (error) {
      if (!signal.aborted && !(error instanceof McpError)) throw error;
    }
    post('end');
  });
}

/** A sign-in takes as long as the user does, and the port keeps the worker alive. */
const SIGN_IN_PORT = 'mcp-sign-in';

/** Signs the user in to an MCP server, from a page. Only on a click of the user, since a window is shown. */
export function runMcpSignIn(serverId: string): Promise<McpSignInResult> {
  return askOnPort<McpSignInResult>(
    SIGN_IN_PORT,
    serverId,
    (message) => McpSignInResult.parse(message),
    () => ({ type: 'failed', code: 'sign-in-cancelled' }),
  );
}

/** Answers in the worker. `signal` is aborted when the page is closed. */
export function onMcpSignIn(handle: (serverId: string, signal: AbortSignal) => Promise<McpSignInResult>): void {
  onPagePort<McpSignInResult>(SIGN_IN_PORT, async (message, post, signal) => {
    post(await handle(z.string().max(64).parse(message), signal));
  });
}

/** The browser's own window for signing in, which passes what arrives at the redirect address to this extension. */
export const authorizationBrowser = {
  get redirectUri() {
    return webAuthRedirectUrl();
  },
  async authorize(url: string): Promise<string | null> {
    const flow = await webAuthFlow(url);
    return 'error' in flow ? null : flow.redirect;
  },
};

/** An address that the browser intercepts in a sign-in page, with any path. '' if it has no sign-in windows. */
export function webAuthRedirectUrl(path?: string): string {
  return webAuth()?.getRedirectURL(path) ?? '';
}

/** Whether the browser has sign-in windows. */
export function hasSignInWindows(): boolean {
  return webAuth() !== undefined;
}

/** Firefox for Android does not have this API. */
function webAuth(): typeof browser.identity | undefined {
  return (browser as Partial<typeof browser>).identity;
}

/**
 * Opens a sign-in page in a separate window and resolves to the address to which it redirected, which begins with
 * `webAuthRedirectUrl()`. The content of the address is not checked.
 */
export async function webAuthFlow(url: string): Promise<{ redirect: string } | { error: SignInWindowError }> {
  try {
    const redirect = await webAuth()?.launchWebAuthFlow({ url, interactive: true });
    return redirect === undefined ? { error: 'cancelled' } : { redirect };
  } catch (error) {
    return { error: NOT_LOADED.test(String(error)) ? 'not-loaded' : 'cancelled' };
  }
}

/**
 * Chrome: "Authorization page could not be loaded."; Firefox: "Invalid request". Any other message means that the
 * window was closed.
 */
const NOT_LOADED = /could not be loaded|invalid request/i;
