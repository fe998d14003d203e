import { isJsonObject, type ModelRequest, type RequestQuirk } from '../../../contracts/index.ts';
import { type OpaqueState, parseOpaque } from '../opaque-state.ts';
import {
  type AssistantTurn,
  bridgeToUser,
  conversationTurns,
  imageTurn,
  mergeTurns,
  type OpenAiMessage,
  systemIntoUser,
} from './conversation-turns.ts';
import { neutralizeMarkers, resultText, userContent } from './user-content.ts';

/**
 * Converts a conversation to Chat Completions messages with native tool calls. Arguments are always a serialized
 * object, regardless of what the model sent: one invalid string in the history makes many servers refuse every later
 * turn (quirk: history-arguments).
 */
export function toOpenAiMessages(request: ModelRequest, quirks: ReadonlySet<RequestQuirk>): OpenAiMessage[] {
  const turns = conversationTurns(request.messages).flatMap((turn): OpenAiMessage[] =>
    turn.role === 'user' ? [{ role: 'user', content: userContent(turn) }] : assistantMessages(turn, quirks),
  );
  const messages: OpenAiMessage[] = [{ role: 'system', content: neutralizeMarkers(request.system) }, ...turns];
  const addressed = quirks.has('no-system-role') ? systemIntoUser(messages) : messages;
  const merged = mergeTurns(addressed, ['user']);
  return quirks.has('assistant-after-tool') ? bridgeToUser(merged) : merged;
}

/** The turn and its results, with ids this server accepts. */
function assistantMessages(turn: AssistantTurn, quirks: ReadonlySet<RequestQuirk>): OpenAiMessage[] {
  const echo = echoedState(turn, quirks);
  if (turn.toolCalls.length === 0) return [{ role: 'assistant', content: turn.content, ...echo.message }];
  const calls = turn.toolCalls.map((call, index) => {
    const { id = call.toolCallId, fields, functionFields } = echo.calls[index] ?? {};
    const fn = { ...functionFields, name: call.toolName, arguments: JSON.stringify(toObject(call.input)) };
    return { ...fields, id: wireId(id, quirks), type: 'function' as const, function: fn };
  });
  const results = turn.results.map((result, index) => ({
    role: 'tool' as const,
    tool_call_id: calls[index]?.id ?? wireId(result.toolCallId, quirks),
    content: resultText(result),
  }));
  const hasThoughts = Object.keys(echo.message).length > 0;
  const isBare = turn.content === '' || (hasThoughts && quirks.has('no-content-with-calls'));
  const content = isBare ? (quirks.has('empty-content') ? '' : null) : turn.content;
  return [{ role: 'assistant', content, tool_calls: calls, ...echo.message }, ...results, ...imageTurn(turn.results)];
}

function toObject(input: unknown): object {
  return isJsonObject(input) ? input : {};
}

/** Provider state in a request: extra fields of the assistant turn and of each of its calls. */
type EchoedState = {
  message: Record<string, unknown>;
  /** In call order. `id` is the server's own id, if it is unambiguous. */
  calls: { id: string; fields: Record<string, unknown>; functionFields: Record<string, unknown> }[];
};

/**
 * The provider state of a turn, unchanged, for the model that produced it (quirks: ids-verbatim, thought-signature,
 * echo-reasoning, omit-reasoning, reasoning-details). Reasoning is echoed if the server has required it. With calls, it
 * is also echoed if it arrived as `reasoning_content`, because all servers with that field require it. Reasoning is
 * never echoed if the server has refused it.
 */
function echoedState(turn: AssistantTurn, quirks: ReadonlySet<RequestQuirk>): EchoedState {
  const opaque = parseOpaque(turn.opaque);
  return { message: reasoningFields(turn, opaque, quirks), calls: callFields(turn, opaque, quirks) };
}

function reasoningFields(
  { reasoning, toolCalls }: AssistantTurn,
  opaque: OpaqueState | null,
  quirks: ReadonlySet<RequestQuirk>,
): Record<string, unknown> {
  if (quirks.has('omit-reasoning')) return {};
  const details = opaque && opaque.reasoningDetails.length > 0 ? { reasoning_details: opaque.reasoningDetails } : {};
  const field = opaque?.reasoningField ?? 'reasoning_content';
  const hasCalls = toolCalls.length > 0;
  const isReasoningNeeded = quirks.has('echo-reasoning')
    ? hasCalls || reasoning !== ''
    : hasCalls && reasoning !== '' && opaque?.reasoningField === 'reasoning_content';
  // Kimi treats empty reasoning as a missing field, so a space is sent.
  return isReasoningNeeded ? { ...details, [field]: reasoning === '' ? ' ' : reasoning } : details;
}

function callFields(turn: AssistantTurn, opaque: OpaqueState | null, quirks: ReadonlySet<RequestQuirk>) {
  const callStates = turn.toolCalls.map((call) => opaque?.toolCalls[call.toolCallId]);
  const wireIds = callStates.map((each) => each?.wireId ?? null);
  const isSigned = callStates.some((each) => JSON.stringify(each ?? null).includes('thought_signature'));
  return turn.toolCalls.map((call, index) => {
    const state = callStates[index];
    const wireId = wireIds[index] ?? null;
    const isUnique = wireId !== null && wireIds.indexOf(wireId) === wireIds.lastIndexOf(wireId);
    const dummy = index === 0 && !isSigned && quirks.has('dummy-thought-signature') ? WITH_DUMMY : {};
    const extra = state?.extraContent === undefined ? dummy : { extra_content: state.extraContent };
    return {
      id: wireId !== null && isUnique ? wireId : call.toolCallId,
      fields: { ...state?.fields, ...extra },
      functionFields: { ...state?.functionFields },
    };
  });
}

/** Google documents this value for calls of another model (quirk: thought-signature). */
export const DUMMY_SIGNATURE = 'skip_thought_signature_validator';

/** Only the first call of a turn has a signature. */
const WITH_DUMMY = { extra_content: { google: { thought_signature: DUMMY_SIGNATURE } } };

/**
 * The id of a tool call as it is sent back: unchanged, unless the server has refused its form. The mapping is
 * deterministic, so that call, result and later requests agree (quirks: nine-character-ids, ids-verbatim, plain-ids).
 */
function wireId(id: string, quirks: ReadonlySet<RequestQuirk>): string {
  if (quirks.has('nine-character-ids')) return /^[a-zA-Z0-9]{9}$/.test(id) ? id : nineCharacters(id);
  return quirks.has('plain-ids') ? plainId(id) : id;
}

/**
 * An id of at most 40 letters, digits, `_` and `-`, as many servers require. Keeps the readable beginning and adds a
 * hash, which distinguishes ids that differ only in removed characters.
 */
export function plainId(id: string): string {
  if (/^[a-zA-Z0-9_-]{1,40}$/.test(id)) return id;
  return `${id.replace(/[^a-zA-Z0-9_-]+/g, '_').slice(0, 30)}_${nineCharacters(id)}`;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A hash of 53 bits as nine letters and digits. Collisions among a few hundred ids are not realistic. */
function nineCharacters(text: string): string {
  let rest = hash53(text);
  let id = '';
  for (let place = 0; place < 9; place++) {
    id += ALPHABET[rest % ALPHABET.length];
    rest = Math.floor(rest / ALPHABET.length);
  }
  return id;
}

/** Two FNV-1a hashes of the text, of 32 and 21 bits. */
function hash53(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + index), 0x85ebca6b);
  }
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}
