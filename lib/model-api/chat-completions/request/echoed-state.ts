import type { RequestQuirk } from '../../../contracts/index.ts';
import { type OpaqueState, parseOpaque } from '../opaque-state.ts';
import type { AssistantTurn } from './conversation-turns.ts';

/** What goes back to a provider beside text and calls: extra fields of the assistant turn, and of each of its calls. */
export type EchoedState = {
  message: Record<string, unknown>;
  /** In call order. `id`: what the server called it, where that is unmistakable. */
  calls: { id: string; fields: Record<string, unknown>; functionFields: Record<string, unknown> }[];
};

/**
 * Provider state of a turn, verbatim, for the model it came from (quirks: ids-verbatim, thought-signature, echo-reasoning, omit-reasoning, reasoning-details). Reasoning goes back where
 * the server has asked for it, and with calls under the name `reasoning_content`, whose servers all want it; never where
 * the server has refused it.
 */
export function echoedState(turn: AssistantTurn, quirks: ReadonlySet<RequestQuirk>): EchoedState {
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
  const wanted = quirks.has('echo-reasoning')
    ? hasCalls || reasoning !== ''
    : hasCalls && reasoning !== '' && opaque?.reasoningField === 'reasoning_content';
  // Kimi takes a turn without thoughts for one with a missing field; a space is enough.
  return wanted ? { ...details, [field]: reasoning === '' ? ' ' : reasoning } : details;
}

function callFields(turn: AssistantTurn, opaque: OpaqueState | null, quirks: ReadonlySet<RequestQuirk>) {
  const known = turn.toolCalls.map((call) => opaque?.toolCalls[call.toolCallId]);
  const wireIds = known.map((each) => each?.wireId ?? null);
  const isSigned = known.some((each) => JSON.stringify(each ?? null).includes('thought_signature'));
  return turn.toolCalls.map((call, index) => {
    const state = known[index];
    const wireId = wireIds[index] ?? null;
    const isUnique = wireId !== null && wireIds.indexOf(wireId) === wireIds.lastIndexOf(wireId);
    const dummy = index === 0 && !isSigned && quirks.has('dummy-thought-signature') ? DUMMY_SIGNATURE : {};
    const extra = state?.extraContent === undefined ? dummy : { extra_content: state.extraContent };
    return {
      id: wireId !== null && isUnique ? wireId : call.toolCallId,
      fields: { ...state?.fields, ...extra },
      functionFields: { ...state?.functionFields },
    };
  });
}

/** For calls that another model made: Google documents this value. Only the first call of a turn carries a signature. */
const DUMMY_SIGNATURE = {
  extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } },
};
