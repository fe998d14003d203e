import type { ModelRequest, RequestQuirk } from '../../../contracts/index.ts';
import { callTag, RESULT_STOPS, resultTag, tagPrompt } from '../../text-tool-calls/tag-prompt.ts';
import {
  type ContentPart,
  conversationTurns,
  imageTurn,
  mergeTurns,
  type OpenAiMessage,
  systemIntoUser,
  type Turn,
} from './conversation-turns.ts';
import { neutralizeMarkers, resultText, userContent } from './user-content.ts';

/**
 * Converts a conversation to plain text for any chat template: results become user turns, and adjacent turns of a role
 * are joined. If tools are offered, calls are written as the model would write them. In the last step of a run, calls
 * are only mentioned with their results, since models imitate their own turns. `instructions` is the tag protocol, or
 * ''.
 */
export function toTaggedMessages(
  request: ModelRequest,
  instructions: string,
  quirks: ReadonlySet<RequestQuirk>,
): OpenAiMessage[] {
  const system = [neutralizeMarkers(request.system), instructions].filter((text) => text !== '').join('\n\n');
  const showCalls = request.toolMode !== 'none';
  const turns = conversationTurns(request.messages).flatMap((turn) => taggedTurn(turn, showCalls));
  const messages: OpenAiMessage[] = [{ role: 'system', content: system }, ...turns];
  const isWithoutSystem = quirks.has('no-system-role') || quirks.has('alternate-roles');
  return mergeTurns(isWithoutSystem ? systemIntoUser(messages) : messages, ['user', 'assistant']);
}

function taggedTurn(turn: Turn, showCalls: boolean): OpenAiMessage[] {
  if (turn.role === 'user') return [{ role: 'user', content: userContent(turn) }];
  const calls = showCalls ? turn.toolCalls.map(({ toolName, input }) => callTag(toolName, input)) : [];
  const content = [turn.content.trim(), ...calls].filter((text) => text !== '').join('\n');
  // A call that is not shown is described next to its result.
  const results = turn.results.map((result, index) =>
    resultTag(result, resultText(result), showCalls ? undefined : turn.toolCalls[index]?.input),
  );
  return [
    ...(content === '' ? [] : [{ role: 'assistant' as const, content }]),
    ...results.map((content) => ({ role: 'user' as const, content })),
    ...imageTurn(turn.results),
  ];
}

/** A conversation without native calls, with alternating roles. `stop`: where a model that writes tags should stop. */
type TextConversation = {
  system: string;
  turns: { role: 'user' | 'assistant'; content: string | ContentPart[] }[];
  stop: readonly string[];
};

/**
 * Whether calls, results and tools of a request are sent natively: a history with calls needs its tools (quirk:
 * tools-with-history).
 */
export function isNative({ toolMode, tools }: ModelRequest): boolean {
  return toolMode === 'native' && tools.length > 0;
}

const WITHOUT_SYSTEM: ReadonlySet<RequestQuirk> = new Set(['no-system-role']);

/**
 * A request with its system prompt at the beginning of the first question, for models that do not accept a system
 * prompt (quirk: no-system-role). Does nothing if the system prompt is empty.
 */
export function withSystemInQuestion(request: ModelRequest): ModelRequest {
  const [first, ...others] = request.messages;
  if (first?.role !== 'user' || request.system === '') return request;
  const preface = [request.system, first.preface ?? ''].filter((text) => text !== '').join('\n\n');
  return { ...request, system: '', messages: [{ ...first, preface }, ...others] };
}

/**
 * The conversation for interfaces other than `/chat/completions` when tools are described in the prompt or not offered
 * at all.
 */
export function textConversation(request: ModelRequest): TextConversation {
  const isTagged = request.toolMode === 'tags' && request.tools.length > 0;
  const instructions = isTagged ? tagPrompt(request.tools) : '';
  const hasSystem = request.system !== '';
  const all = toTaggedMessages(request, instructions, hasSystem ? new Set() : WITHOUT_SYSTEM);
  const [system, ...others] = all;
  const messages = hasSystem ? others : all;
  return {
    system: hasSystem && typeof system?.content === 'string' ? system.content : '',
    turns: messages.flatMap(({ role, content }) =>
      role === 'user' || role === 'assistant' ? [{ role, content: content ?? '' }] : [],
    ),
    stop: isTagged ? RESULT_STOPS : [],
  };
}
