import type { ServerResponse } from 'node:http';
import { chunk, EVENT_STREAM, type RawServer, sse, startRawServer } from '../../lib/testing/model-api/raw-server.ts';

/** A chat request as it reached the server. */
export type ChatRequest = {
  model: string;
  messages: { role: string; content: string | null; tool_calls?: unknown[] }[];
  tools?: { function: { name: string } }[];
  max_tokens?: number;
  max_completion_tokens?: number;
};

/** `chats` are the requests for answers. */
export type ModelServer = RawServer & { chats: ChatRequest[] };

type Answer = (request: ChatRequest, response: ServerResponse) => void | Promise<void>;

/**
 * A raw loopback server that lists the models of `answers` and responds with the bytes that their functions write. Like
 * real local servers, it sends no CORS headers. `facts`: further properties of a model in the list.
 */
export async function startModelServer(
  answers: Record<string, Answer>,
  facts: Record<string, object> = {},
): Promise<ModelServer> {
  const chats: ChatRequest[] = [];
  const server = await startRawServer(async (request, response) => {
    if (request.path.endsWith('/models')) {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ data: Object.keys(answers).map((id) => ({ id, ...facts[id] })) }));
      return;
    }
    if (!request.path.endsWith('/chat/completions')) {
      response.writeHead(404).end('404 page not found');
      return;
    }
    const body: ChatRequest = JSON.parse(request.body);
    if (!isWarmUp(body) && !isProbe(body)) chats.push(body);
    await answers[body.model]?.(body, response);
  });
  return { ...server, chats };
}

/**
 * While a question is being typed, a server on this machine is asked for one token with the page, if that takes longer
 * than usual.
 */
function isWarmUp(request: ChatRequest): boolean {
  return (request.max_tokens ?? request.max_completion_tokens) === 1;
}

/** Seconds after an answer, a model on this machine is tested for native tool calls. */
function isProbe({ messages }: ChatRequest): boolean {
  return messages.some(({ content }) => String(content).includes('Call get_code_word'));
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Streams chunks, with a pause after each. */
export async function streamChunks(response: ServerResponse, pieces: string[], pauseMs = 0): Promise<void> {
  response.writeHead(200, EVENT_STREAM);
  await writeChunks(response, pieces, pauseMs);
  response.end();
}

async function writeChunks(response: ServerResponse, pieces: string[], pauseMs: number): Promise<void> {
  for (const piece of pieces) {
    if (response.destroyed) return;
    response.write(piece);
    if (pauseMs > 0) await pause(pauseMs);
  }
}

/** Holds answers open, so that what a test does in the meantime has as much time as it needs. */
export class Hold {
  #isOn = false;
  #passed = 0;

  start(): void {
    this.#isOn = true;
    this.#passed = 0;
  }

  /** Lets an answer continue to its next hold. */
  pass(): void {
    this.#passed++;
  }

  end(): void {
    this.#isOn = false;
  }

  /** Streams chunks, with a pause after each one that follows the first hold. Holds before each chunk in `holdsAt`. */
  async stream(
    response: ServerResponse,
    pieces: string[],
    holdsAt: number | readonly number[],
    pauseMs = 0,
  ): Promise<void> {
    response.writeHead(200, EVENT_STREAM);
    let from = 0;
    for (const [index, at] of [holdsAt].flat().entries()) {
      await writeChunks(response, pieces.slice(from, at), index === 0 ? 0 : pauseMs);
      await this.wait(response, index);
      from = at;
    }
    await writeChunks(response, pieces.slice(from), pauseMs);
    response.end();
  }

  /**
   * Waits until the hold has ended or was passed, or the connection has ended. `index`: the number of preceding holds.
   */
  async wait(response: ServerResponse, index = 0): Promise<void> {
    while (this.#isOn && this.#passed <= index && !response.destroyed) await pause(20);
  }
}

/** Words, one per chunk, and the end of a complete answer. */
export function textChunks(text: string): string[] {
  return [...text.split(/(?<= )/).map((content) => chunk({ content })), chunk({}, 'stop'), sse('[DONE]')];
}

/** Native calls as OpenAI streams them: id and name first, then the arguments in small pieces. */
export function callChunks(calls: { id: string; name: string; arguments: string }[]): string[] {
  const pieces = calls.flatMap((call, index) => [
    chunk({ tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] }),
    ...(call.arguments.match(/.{1,6}/gs) ?? []).map((part) =>
      chunk({ tool_calls: [{ index, function: { arguments: part } }] }),
    ),
  ]);
  return [...pieces, chunk({}, 'tool_calls'), sse('[DONE]')];
}

/** The text of the last question, without pages, files and the date before it. */
export function questionIn({ messages }: ChatRequest): string {
  const content = String(messages.findLast(isQuestion)?.content ?? '');
  return content.replace(/^[\s\S]*?(?:^|\n)Today is \d{4}-\d\d-\d\d\.\n\n/, '');
}

/** A model that calls a tool once for each question, and answers when it has the result. */
export function callOnce(name: string, input: object, answer: string): Answer {
  const calls = callChunks([{ id: 'call_1', name, arguments: JSON.stringify(input) }]);
  return (request, response) => streamChunks(response, hasToolResult(request) ? textChunks(answer) : calls);
}

export function hasToolResult(request: ChatRequest): boolean {
  const afterQuestion = request.messages.slice(request.messages.findLastIndex(isQuestion) + 1);
  return afterQuestion.some(({ role, content }) => role === 'tool' || String(content).startsWith('<tool_result'));
}

function isQuestion(message: ChatRequest['messages'][number]): boolean {
  // A picture in a result is sent as a turn of parts.
  const { role, content } = message;
  return role === 'user' && typeof content === 'string' && !content.startsWith('<tool_result');
}

export { chunk, EVENT_STREAM, sse };
