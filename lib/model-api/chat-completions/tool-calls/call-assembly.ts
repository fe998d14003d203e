import type { ToolDefinition } from '../../../contracts/tool.ts';
import { JsonObjectScanner } from '../../tool-input/json-object-scanner.ts';
import type { JsonObject } from '../../tool-input/json-value.ts';
import type { CallExtras, ToolCallDelta } from '../stream/tool-call-delta.ts';

/** A tool call as far as it has arrived. */
export type CallAssembly = {
  /** Given when the call is told, so that an id or a name that comes late still counts (provider-quirks 15, 16). */
  toolCallId: string | null;
  index: number | null;
  wireId: string | null;
  name: string;
  /** The offered tool of that name. */
  tool: ToolDefinition | null;
  argumentsText: string;
  scanner: JsonObjectScanner;
  /** What has been added to `argumentsText` and not been told. Slicing it off the whole would copy the whole each time. */
  untold: string;
  /** The arguments where they came as an object, not as text. */
  object: JsonObject | null;
  /** Strict parsing has been tried: what did not fit then does not fit with more text either. */
  isJudged: boolean;
  /** A broken chunk came while the arguments were open: some of them may be missing. */
  isDamaged: boolean;
  /** The arguments were found in a text that had to be repaired. */
  isRepaired: boolean;
  /** The name, or another id, came again after the arguments were complete: the next object is another call's. */
  announced: { id: string | null } | null;
  extras: CallExtras | null;
  phase: 'unnamed' | 'streaming' | 'available' | 'over';
};

export function openCall(index: number | null, wireId: string | null): CallAssembly {
  return {
    toolCallId: null,
    index,
    wireId,
    name: '',
    tool: null,
    argumentsText: '',
    scanner: new JsonObjectScanner(),
    untold: '',
    object: null,
    isJudged: false,
    isDamaged: false,
    isRepaired: false,
    announced: null,
    extras: null,
    phase: 'unnamed',
  };
}

/** Forgets the arguments: what came was a placeholder. */
export function emptyArguments(call: CallAssembly): void {
  call.argumentsText = '';
  call.untold = '';
  call.scanner = new JsonObjectScanner();
  call.isJudged = false;
  call.phase = 'unnamed';
}

/** Has this call all the arguments it can have? */
export function isComplete(call: CallAssembly): boolean {
  return call.phase === 'available' || call.phase === 'over' || call.scanner.isComplete;
}

/** Old gateways send `{}` first and the arguments after it (provider-quirks 25). */
export function isPlaceholder(argumentsText: string): boolean {
  return argumentsText.length < LONGEST_PLACEHOLDER && /^\s*\{\s*\}\s*$/.test(argumentsText);
}

const LONGEST_PLACEHOLDER = 100;

/** Are these the arguments that the placeholder of this call stood for? */
export function replacesPlaceholder(call: CallAssembly, delta: ToolCallDelta): boolean {
  const isSameName = delta.name === null || delta.name === call.name;
  const isSameIndex = delta.index === null || call.index === null || delta.index === call.index;
  return isSameName && isSameIndex && isPlaceholder(call.argumentsText) && beginsObject(delta.arguments);
}

export function hasArguments(delta: ToolCallDelta): boolean {
  return delta.arguments.trim() !== '';
}

export function beginsObject(text: string): boolean {
  return text.trimStart().startsWith('{');
}
