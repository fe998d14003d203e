import {
  builtInState,
  type EventOf,
  type LanguageModelFactory,
  type LanguageModelPrompt,
  type LanguageModelSession,
  type ModelClient,
  type ModelEvent,
  type ModelRequest,
  PROMPT_LANGUAGES,
} from '../../contracts/index.ts';
import { textOf } from '../chat-completions/request/conversation-turns.ts';
import { toTaggedMessages } from '../chat-completions/request/tagged-messages.ts';
import { quotationFinder } from '../chat-completions/stream/quotations.ts';
import { ContentReader } from '../chat-completions/stream/read-content.ts';
import { tagPrompt } from '../text-tool-calls/tag-prompt.ts';
import { CallIds } from '../tool-input/call-ids.ts';
import { promptFailure, stateFailure } from './prompt-failure.ts';

/** More tools confuse a model of this size; they are ordered by importance. */
const MAX_TOOLS = 3;

/** The model runs on this machine and responds within seconds; after this time it has hung. In milliseconds. */
const TIMEOUT_MS = 300_000;

/**
 * A client for the browser's own model. Its native tools are still behind a flag, so a few tools are described with tags, for one
 * call per turn (quirk: prompt-api-one-call): reading stops after the first complete call, since the model would invent the
 * result. One session per request.
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
  let hasSpoken = false;
  try {
    const { prompts, last, tools } = promptsFor(request);
    session = await model.create({ ...PROMPT_LANGUAGES, initialPrompts: prompts, signal: both });
    const tokens = session.contextWindow ?? session.inputQuota;
    if (tokens !== undefined) yield { type: 'observation', observation: { type: 'context-window', tokens } };
    const isQuoted = quotationFinder(request.messages);
    const reader = new ContentReader(tools, request.toolMode, new CallIds(usedIds(request)), { isQuoted });
    let hasCalled = false;
    for await (const delta of session.promptStreaming(last, { signal: both })) {
      for (const event of reader.push({ type: 'text-delta', delta })) {
        hasSpoken = true;
        hasCalled ||= event.type === 'tool-input-available';
        yield event;
      }
      if (hasCalled) break;
    }
    yield* reader.push(stepEnd(session));
  } catch (error) {
    signal.throwIfAborted();
    yield promptFailure(error, hasSpoken);
  } finally {
    session?.destroy();
  }
}

/** The initial prompts and the question; the conversation is text and ends with a user turn. */
function promptsFor(request: ModelRequest) {
  const tools = request.toolMode === 'none' ? [] : request.tools.slice(0, MAX_TOOLS);
  const messages = toTaggedMessages({ ...request, tools }, tagPrompt(tools), new Set());
  const prompts = messages.flatMap(({ role, content }): LanguageModelPrompt[] =>
    role === 'tool' ? [] : [{ role, content: textOf(content ?? '') }],
  );
  return { tools, prompts: prompts.slice(0, -1), last: prompts.at(-1)?.content ?? '' };
}

function stepEnd(session: LanguageModelSession): EventOf<'step-end'> {
  // It counts both together, of which the output is the smaller part.
  const inputTokens = session.contextUsage ?? session.inputUsage;
  return { type: 'step-end', finishReason: 'stop', ...(inputTokens === undefined ? {} : { usage: { inputTokens } }) };
}

function usedIds({ messages }: ModelRequest): string[] {
  return messages.flatMap((message) =>
    message.role === 'assistant' ? message.toolCalls.map((call) => call.toolCallId) : [],
  );
}
