import {
  type BuiltInState,
  builtInState,
  type EventOf,
  type Failure,
  type FailureReason,
  type LanguageModelFactory,
  type LanguageModelPrompt,
  type LanguageModelSession,
  type ModelClient,
  type ModelEvent,
  type ModelRequest,
  PROMPT_LANGUAGES,
} from '../../contracts/index.ts';
import { joinTextParts } from '../chat-completions/request/conversation-turns.ts';
import { toTaggedMessages } from '../chat-completions/request/tagged-messages.ts';
import { ContentReader, quotationFinder } from '../chat-completions/stream/read-content.ts';
import { tagPrompt } from '../text-tool-calls/tag-prompt.ts';
import { CallIds } from '../tool-input/call-identity.ts';

/** More tools confuse a model of this size. They are ordered by importance. */
const MAX_TOOLS = 3;

/** The model runs on this machine and responds within seconds. After this time it has hung. In milliseconds. */
const TIMEOUT_MS = 300_000;

/**
 * A client for the browser's own model. Its native tools are still behind a flag, so a few tools are described with
 * tags, for one call per turn (quirk: prompt-api-one-call): reading stops after the first complete call, since the
 * model would invent the result. One session per request.
 */
export function createBuiltInClient(model: LanguageModelFactory | null): ModelClient {
  return {
    async *stream(request, signal) {
      const state = await builtInState(model);
      if (model === null || state !== 'available') {
        yield { type: 'failure', failure: stateFailure(state) };
        return;
      }
      yield* answer(model, request, signal);
    },
  };
}

async function* answer(
  model: LanguageModelFactory,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const both = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  let session: LanguageModelSession | null = null;
  let hasContent = false;
  const { prompts, last, tools } = promptsFor(request);
  const isQuoted = quotationFinder(request.messages);
  const reader = new ContentReader(tools, request.toolMode, CallIds.for(request), { isQuoted });
  try {
    session = await model.create({ ...PROMPT_LANGUAGES, initialPrompts: prompts, signal: both });
    const tokens = session.contextWindow ?? session.inputQuota;
    if (tokens !== undefined) yield { type: 'observation', observation: { type: 'context-window', tokens } };
    let hasCalled = false;
    for await (const delta of session.promptStreaming(last, { signal: both })) {
      hasContent ||= delta !== '';
      for (const event of reader.push({ type: 'text-delta', delta })) {
        hasCalled ||= event.type === 'tool-input-available';
        yield event;
      }
      if (hasCalled) break;
    }
    yield* reader.push(stepEnd(session));
  } catch (error) {
    signal.throwIfAborted();
    yield* reader.push(promptFailure(error, hasContent));
  } finally {
    session?.destroy();
  }
}

/** The initial prompts and the question; the conversation is text and ends with a user turn. */
function promptsFor(request: ModelRequest) {
  const tools = request.toolMode === 'none' ? [] : request.tools.slice(0, MAX_TOOLS);
  const messages = toTaggedMessages({ ...request, tools }, tagPrompt(tools), new Set());
  const prompts = messages.flatMap(({ role, content }): LanguageModelPrompt[] =>
    role === 'tool' ? [] : [{ role, content: joinTextParts(content ?? '') }],
  );
  return { tools, prompts: prompts.slice(0, -1), last: prompts.at(-1)?.content ?? '' };
}

function stepEnd(session: LanguageModelSession): EventOf<'step-end'> {
  // This count includes input and output, and the output is the smaller part.
  const inputTokens = session.contextUsage ?? session.inputUsage;
  return { type: 'step-end', finishReason: 'stop', ...(inputTokens === undefined ? {} : { usage: { inputTokens } }) };
}

/** Why the browser's model is not available now, and what to do about it. */
function stateFailure(state: BuiltInState): Failure {
  switch (state) {
    case 'absent':
      return fail('built-in-absent');
    case 'unavailable':
      return fail('built-in-unavailable');
    case 'downloadable':
      return fail('built-in-to-download');
    case 'downloading':
      return { ...fail('built-in-downloading'), retryable: true };
    case 'available':
      return fail('built-in-not-started');
    default:
      return state satisfies never;
  }
}

/**
 * Maps an error of the Prompt API, by the names in the specification, to an event. `hasContent`: whether anything of
 * the answer has arrived.
 */
function promptFailure(error: unknown, hasContent: boolean): ModelEvent {
  const { name, message } = error instanceof Error || error instanceof DOMException ? error : new Error(String(error));
  const detail = `${name}: ${message}`;
  switch (name) {
    case 'QuotaExceededError': {
      const failure: Failure = {
        code: 'context-length',
        reason: { type: 'built-in-too-long' },
        detail,
        retryable: false,
      };
      const window =
        (error as { contextWindow?: number; quota?: number }).contextWindow ?? (error as { quota?: number }).quota;
      const observation = typeof window === 'number' ? ({ type: 'context-window', tokens: window } as const) : null;
      return hasContent
        ? { type: 'failure', failure }
        : { type: 'retry', reason: 'context-length', observation: observation, afterMs: 0, failure };
    }
    case 'NotAllowedError':
      return { type: 'failure', failure: { ...stateFailure('downloadable'), detail } };
    case 'NotReadableError':
      return {
        type: 'failure',
        failure: { ...fail('built-in-held-back'), detail },
      };
    case 'NotSupportedError':
      return {
        type: 'failure',
        failure: { ...fail('built-in-not-taken'), detail },
      };
    case 'TimeoutError': {
      const failure: Failure = {
        code: 'timeout',
        reason: { type: 'built-in-silent' },
        detail,
        retryable: true,
      };
      return hasContent ? { type: 'interrupted', detail } : { type: 'failure', failure };
    }
    default:
      return hasContent
        ? { type: 'interrupted', detail }
        : { type: 'failure', failure: { ...fail('built-in-failed'), detail, retryable: true } };
  }
}

/** Reasons without parameters. */
type BuiltInReason = Extract<FailureReason['type'], `built-in-${string}`>;

function fail(type: BuiltInReason): Failure {
  return { code: 'bad-response', reason: { type }, retryable: false };
}
