import { createParser } from 'eventsource-parser';
import * as z from 'zod';
import { McpError, parseJson } from '../contracts/index.ts';
import { htmlTitle, oneLine } from '../text/index.ts';
import { RpcRefusal, ServerMessage } from './protocol.ts';

/** Maximum size of a response body, in bytes. */
export const MAX_REPLY_BYTES = 8_000_000;
/** Limits of a paged list. */
const MAX_PAGES = 50;
const MAX_ITEMS = 1_000;

/** The longest pause that a server may request before a stream is resumed. */
const MAX_RETRY_MS = 30_000;

/** Where to resume a stream, and after how many milliseconds. */
export type StreamPosition = { lastEventId: string | null; retryMs: number };

export function streamStart(): StreamPosition {
  return { lastEventId: null, retryMs: 1_000 };
}

export function isEventStream(response: Response): boolean {
  return hasType(response, 'text/event-stream');
}

function hasType({ headers }: Response, type: string): boolean {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() === type;
}

/**
 * The JSON-RPC messages of a response, as JSON or as an event stream, in order of arrival. Stores in `position` where
 * the stream can be resumed. Throws McpError for a response that is too large or not JSON-RPC. If the connection
 * breaks, throws the error of the body's reader. `onPiece`: called for everything that arrives, including comments of
 * the stream.
 */
export async function* replyMessages(
  response: Response,
  position: StreamPosition,
  onPiece: () => void = () => undefined,
): AsyncGenerator<ServerMessage> {
  const declared = Number(response.headers.get('content-length') ?? 0);
  if (declared > MAX_REPLY_BYTES) {
    await response.body?.cancel();
    throw tooLarge();
  }
  if (isEventStream(response)) yield* eventMessages(response, position, onPiece);
  else if (hasType(response, 'application/json')) yield* parseMessages(await bodyText(response, onPiece));
  else if (hasType(response, 'text/html')) throw webPage(await bodyText(response).catch(() => ''));
  else {
    await response.body?.cancel();
    throw createBadReplyError('neither JSON nor an event stream');
  }
}

/** A body as text, up to the limit. */
export async function bodyText(response: Response, onPiece: () => void = () => undefined): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of textPieces(response, onPiece)) pieces.push(piece);
  return pieces.join('');
}

/** The messages in a text: a single one, or a list as in revision 2025-03-26. */
export function parseMessages(text: string): ServerMessage[] {
  const value = parseJson(text);
  if (value === undefined) throw createBadReplyError('not JSON');
  return (Array.isArray(value) ? value : [value]).map((each) => {
    const { success, data } = ServerMessage.safeParse(each);
    if (!success) throw createBadReplyError('not JSON-RPC');
    return data;
  });
}

export function createBadReplyError(what: string): McpError {
  return new McpError('mcp-bad-reply', `The MCP server's reply is ${what}.`);
}

/** The error for an address at which another kind of server, or a network's sign-in page, answers. */
function webPage(html: string): McpError {
  return new McpError('mcp-bad-reply', 'A web page answers at this address.', null, oneLine(htmlTitle(html), 100));
}

function tooLarge(): McpError {
  return new McpError('mcp-too-large', `The MCP server's reply is larger than ${MAX_REPLY_BYTES / 1_000_000} MB.`);
}

async function* eventMessages(
  response: Response,
  position: StreamPosition,
  onPiece: () => void,
): AsyncGenerator<ServerMessage> {
  const events: string[] = [];
  const parser = createParser({
    onEvent: ({ id, data }) => {
      if (id !== undefined) position.lastEventId = id;
      if (data !== '') events.push(data);
    },
    onRetry: (retry) => {
      position.retryMs = Math.min(retry, MAX_RETRY_MS);
    },
  });
  for await (const piece of textPieces(response, onPiece)) {
    parser.feed(piece);
    for (const data of events.splice(0)) yield* parseMessages(data);
  }
}

async function* textPieces(response: Response, onPiece: () => void): AsyncGenerator<string> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      onPiece();
      bytes += value.byteLength;
      if (bytes > MAX_REPLY_BYTES) throw tooLarge();
      yield decoder.decode(value, { stream: true });
    }
    yield decoder.decode();
  } finally {
    // Also runs if the result has arrived and the rest of the body is not needed.
    await reader.cancel().catch(() => undefined);
  }
}

/** The result of a response message. Throws an RpcRefusal for the server's error. */
export function unwrapResult({ result, error }: ServerMessage): Record<string, unknown> {
  if (error !== undefined) throw new RpcRefusal(error);
  if (result === undefined) throw createBadReplyError('neither a result nor an error');
  return result;
}

/** All items of a paginated list, in the server's order, without invalid ones. A repeated cursor ends it. */
export async function readAllPages<Item>(
  request: (params: { cursor?: string }) => Promise<Record<string, unknown>>,
  key: string,
  itemSchema: z.ZodType<Item>,
): Promise<Item[]> {
  const items: Item[] = [];
  const cursors = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES && items.length < MAX_ITEMS; page++) {
    const result = await request(cursor === undefined ? {} : { cursor });
    const pageItems = result[key];
    if (!Array.isArray(pageItems)) throw createBadReplyError(`no list of ${key}`);
    for (const each of pageItems) {
      if (items.length === MAX_ITEMS) return items;
      const { success, data } = itemSchema.safeParse(each);
      if (success) items.push(data);
    }
    cursor = z.string().min(1).safeParse(result.nextCursor).data;
    if (cursor === undefined || cursors.has(cursor)) break;
    cursors.add(cursor);
  }
  return items;
}
