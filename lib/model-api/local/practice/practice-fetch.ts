import * as z from 'zod';
import { sleep } from '../../../contracts/sleep.ts';
import { chatChunks } from './chat-chunks.ts';
import { chatCompletion } from './chat-completion.ts';
import { ChatRequest } from './chat-request.ts';
import { pacedStream } from './paced-stream.ts';
import type { PracticeStep } from './practice-step.ts';
import { respond } from './respond.ts';
import { responseHead } from './response-head.ts';

export type PracticeEnvironment = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects with the signal's reason when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** The pause before each chunk; 0 for none. Scenarios that are about waiting wait all the same. */
  paceMs: number;
};

/** As fast as a quick model: slow enough to be seen. */
const realEnvironment: PracticeEnvironment = { now: Date.now, sleep, paceMs: 12 };

/**
 * A fetch that answers as an OpenAI-compatible server would: `POST …/chat/completions` and `GET …/models`, whatever the
 * host. Nothing leaves the machine. Rejects only with the reason of an aborted signal; an abort also errors the body.
 */
export function createPracticeFetch(environment: Partial<PracticeEnvironment> = {}) {
  const ancestors = { ...realEnvironment, ...environment };
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = input instanceof Request ? input : null;
    const signal = init?.signal ?? request?.signal ?? new AbortController().signal;
    signal.throwIfAborted();
    const method = init?.method ?? request?.method ?? 'GET';
    const path = (request?.url ?? String(input)).replace(/[?#].*$/s, '').replace(/\/+$/, '');
    if (method === 'GET' && path.endsWith('/models')) return json({ object: 'list', data: [{ id: 'practice' }] });
    if (method === 'POST' && path.endsWith('/chat/completions')) {
      return complete(
        init?.body == null && request ? await request.text() : await textOf(init?.body),
        ancestors,
        signal,
      );
    }
    return failure(404, 'not_found', `The practice model has nothing at ${method} ${path}.`);
  };
}

/** The practice model behind the shape of fetch; see `createPracticeFetch`. */
export const practiceFetch = createPracticeFetch();

async function complete(body: string, environment: PracticeEnvironment, signal: AbortSignal): Promise<Response> {
  const parsed = ChatRequest.safeParse(parseJson(body));
  if (!parsed.success) {
    return failure(
      400,
      'invalid_request_error',
      `The request is not a chat completion: ${z.prettifyError(parsed.error)}`,
    );
  }
  const request = parsed.data;
  const reply = respond(request);
  if (reply.type === 'refusal') return failure(reply.status, reply.code, reply.message, reply.headers);
  const head = responseHead(request, environment.now());
  if (request.stream === true) {
    const stream = pacedStream(chatChunks(reply.steps, head, environment.paceMs), environment.sleep, signal);
    return new Response(stream, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
  }
  await waitFor(reply.steps, environment, signal);
  return new Response(chatCompletion(reply.steps, head), { headers: { 'content-type': 'application/json' } });
}

async function waitFor(steps: readonly PracticeStep[], environment: PracticeEnvironment, signal: AbortSignal) {
  for (const step of steps) {
    if (step.type === 'wait') await environment.sleep(step.ms, signal);
  }
}

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

function failure(status: number, code: string, message: string, headers: Record<string, string> = {}): Response {
  return json({ error: { message, type: code, code } }, status, headers);
}

function textOf(body: BodyInit | null | undefined): Promise<string> {
  return new Response(body ?? '').text();
}

/** Undefined where the text is not JSON: the schema then refuses it. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
