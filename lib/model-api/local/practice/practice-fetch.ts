import * as z from 'zod';
import { parseJson } from '../../../contracts/index.ts';
import { sleep } from '../../../control-flow/index.ts';
import { asksForHelp, isGreeting } from '../../../language/index.ts';
import {
  buildChatUsage,
  callId,
  chatChunks,
  type ResponseHead,
  responseHead,
  type StreamItem,
  tokenCount,
} from './chat-chunks.ts';
import { ChatRequest } from './chat-request.ts';
import { type PracticeWords, readConversation } from './conversation.ts';
import { answerQuestion, type PracticeReply, type PracticeStep, textSteps } from './practice-step.ts';
import { findScenario, scenarios } from './scenarios.ts';

export type PracticeEnvironment = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects with the signal's reason when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** The pause before each chunk, 0 for none. Scenarios about waiting always wait. */
  paceMs: number;
};

/** The speed of a fast model, at which streaming is still visible. */
const realEnvironment: PracticeEnvironment = { now: Date.now, sleep, paceMs: 12 };

/**
 * Creates a `fetch` that answers like an OpenAI-compatible server: `POST …/chat/completions` and `GET …/models`, on any
 * host. `words`: called for each request. Nothing leaves the machine. Rejects only with the reason of an aborted
 * signal. An abort also errors the body.
 */
export function createPracticeFetch(words: () => PracticeWords, environment: Partial<PracticeEnvironment> = {}) {
  const fullEnvironment = { ...realEnvironment, ...environment };
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = input instanceof Request ? input : null;
    const signal = init?.signal ?? request?.signal ?? new AbortController().signal;
    signal.throwIfAborted();
    const method = init?.method ?? request?.method ?? 'GET';
    const path = (request?.url ?? String(input)).replace(/[?#].*$/s, '').replace(/\/+$/, '');
    if (method === 'GET' && path.endsWith('/models')) return json({ object: 'list', data: [{ id: 'practice' }] });
    if (method === 'POST' && path.endsWith('/chat/completions')) {
      return complete(
        init?.body == null && request ? await request.text() : await readBodyText(init?.body),
        fullEnvironment,
        words(),
        signal,
      );
    }
    return failure(404, 'not_found', `The practice model has nothing at ${method} ${path}.`);
  };
}

async function complete(
  body: string,
  environment: PracticeEnvironment,
  words: PracticeWords,
  signal: AbortSignal,
): Promise<Response> {
  const parseResult = ChatRequest.safeParse(parseJson(body));
  if (!parseResult.success) {
    return failure(
      400,
      'invalid_request_error',
      `The request is not a chat completion: ${z.prettifyError(parseResult.error)}`,
    );
  }
  const request = parseResult.data;
  const reply = respond(request, words);
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

function readBodyText(body: BodyInit | null | undefined): Promise<string> {
  return new Response(body ?? '').text();
}

/** The practice model's response. It depends only on the request, and page text never determines it. */
export function respond(request: ChatRequest, words: PracticeWords): PracticeReply {
  const conversation = readConversation(request, words);
  const scenarioMatch = findScenario(conversation.question);
  if (scenarioMatch) return scenarioMatch.scenario.respond({ ...conversation, question: scenarioMatch.rest });
  const mayTalk = conversation.results.length === 0 && !conversation.offer.required;
  const talk = mayTalk ? smallTalk(conversation.question, words) : null;
  return { type: 'answer', steps: talk === null ? answerQuestion(conversation) : textSteps(talk) };
}

/** What lists the scenarios besides words for help. */
const LISTS_SCENARIOS = /^(?:\?|practice(?::\s*\S*)?)[\s?!.]*$/i;

/** The texts that Sidenote sends when the user presses Continue. */
const ASKING_FOR_MORE = /^(?:continue\.?$|your answer broke off\b)/i;

/** An answer that needs no page: to a greeting, or to a request for help or more. Null for any other question. */
function smallTalk(question: string, words: PracticeWords): string | null {
  if (question === '' || isGreeting(question)) return words.hello;
  if (ASKING_FOR_MORE.test(question)) return continueText(words);
  return asksForHelp(question) || LISTS_SCENARIOS.test(question) ? helpText(words) : null;
}

/** Continues the sentence that was cut off, after a space if its script has spaces. */
function continueText({ cut, continued }: PracticeWords): string {
  return cut.includes(' ') ? ` ${continued}` : continued;
}

function helpText(words: PracticeWords): string {
  return [
    words.help,
    words.scenarios,
    scenarios.map(({ keyword }) => `- \`practice: ${keyword}\` – ${words.scenarioTexts[keyword]}`).join('\n'),
    words.hint,
  ].join('\n\n');
}

/** Writes steps as one JSON response. A lost connection cuts it in half. */
function chatCompletion(steps: readonly PracticeStep[], head: ResponseHead): string {
  const joinTexts = (type: 'text' | 'reasoning') => steps.map((step) => (step.type === type ? step.text : '')).join('');
  const calls = steps.filter((step) => step.type === 'tool-call');
  const content = joinTexts('text');
  const reasoning = joinTexts('reasoning');
  const message = {
    role: 'assistant',
    content: content === '' ? null : content,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((call, index) => functionCall(callId(head, index), call)) }),
  };
  const outputText = content + reasoning + calls.map((call) => call.argumentsText).join('');
  const reply = JSON.stringify({
    id: head.id,
    object: 'chat.completion',
    created: head.created,
    model: head.model,
    choices: [{ index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' }],
    usage: buildChatUsage(head, tokenCount(outputText)),
  });
  return steps.some((step) => step.type === 'cut') ? reply.slice(0, reply.length / 2) : reply;
}

function functionCall(id: string, call: { toolName: string; argumentsText: string }) {
  return { id, type: 'function', function: { name: call.toolName, arguments: call.argumentsText } };
}

/**
 * A response body from these items, one event per read. Errors with the signal's reason when aborted. Cancelling the
 * body also ends a pause, so that no timer remains.
 */
function pacedStream(
  items: Iterator<StreamItem>,
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const cancelled = new AbortController();
  const stop = AbortSignal.any([signal, cancelled.signal]);
  return new ReadableStream(
    {
      async pull(controller) {
        for (let next = items.next(); !next.done; next = items.next()) {
          stop.throwIfAborted();
          if (next.value.type === 'data') {
            controller.enqueue(encoder.encode(next.value.text));
            return;
          }
          await sleep(next.value.ms, stop);
        }
        controller.close();
      },
      cancel(reason) {
        cancelled.abort(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
