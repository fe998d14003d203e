import * as z from 'zod';
import { isJsonObject, type JsonObject, parseJson, type ToolDefinition } from '../../../contracts/index.ts';
import { inputSchema } from '../../tool-input/coerce-input.ts';
import { JsonObjectScanner } from '../../tool-input/parse-arguments.ts';
import { type InputError, parseToolInput } from '../../tool-input/parse-tool-input.ts';
import type { CallExtras, ToolCallDelta } from '../stream/chunk-reader.ts';

/** A tool call that is being assembled. */
export type CallAssembly = {
  /** Set when the call is emitted, so that a late id or name still counts (quirks: id-late, name-late). */
  toolCallId: string | null;
  index: number | null;
  wireId: string | null;
  name: string;
  /** The offered tool with that name. */
  tool: ToolDefinition | null;
  argumentsText: string;
  scanner: JsonObjectScanner;
  /** Text after complete arguments that may mean nothing; see `mayBeIgnored`. */
  textAfter: string;
  /** The part of `argumentsText` that was not emitted yet. Slicing the whole text would copy it each time. */
  unemitted: string;
  /** The arguments, if they came as an object and not as text. */
  object: JsonObject | null;
  /** Whether strict parsing has failed. It is not repeated, since more text cannot make it succeed. */
  hasTriedStrictParse: boolean;
  /** Whether an invalid chunk arrived while the arguments were open, so that some of them may be missing. */
  isDamaged: boolean;
  /** Whether the arguments were found in a text that had to be repaired. */
  isRepaired: boolean;
  /** The name, or another id, came again after the arguments were complete: the next object belongs to another call. */
  announced: { id: string | null } | null;
  extras: CallExtras | null;
  /**
   * - `pending`: the start was not emitted;
   * - `streaming`: the start was emitted, and arguments follow;
   * - `available`: the input was emitted;
   * - `over`: failed, unpacked or without a name; more text is ignored.
   */
  phase: 'pending' | 'streaming' | 'available' | 'over';
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
    textAfter: '',
    unemitted: '',
    object: null,
    hasTriedStrictParse: false,
    isDamaged: false,
    isRepaired: false,
    announced: null,
    extras: null,
    phase: 'pending',
  };
}

/** Discards the arguments so that they can be assembled from scratch. */
export function resetArguments(call: CallAssembly): void {
  call.argumentsText = '';
  call.textAfter = '';
  call.unemitted = '';
  call.scanner = new JsonObjectScanner();
  call.hasTriedStrictParse = false;
  call.phase = 'pending';
}

/** Whether the arguments of this call are complete. */
export function isComplete(call: CallAssembly): boolean {
  return call.phase === 'available' || call.phase === 'over' || call.scanner.isComplete;
}

/** Old gateways send `{}` first and the arguments after it (quirk: placeholder-object). */
export function isPlaceholder(argumentsText: string): boolean {
  return argumentsText.length < MAX_PLACEHOLDER_LENGTH && /^\s*\{\s*\}\s*$/.test(argumentsText);
}

const MAX_PLACEHOLDER_LENGTH = 100;

/**
 * Whether a fragment has all arguments so far and more, instead of only what follows (quirk: growing-snapshots). No
 * fragment of a recorded stream begins with everything before it.
 */
export function isSnapshot({ argumentsText }: CallAssembly, text: string): boolean {
  if (text.length < argumentsText.length || !text.startsWith(argumentsText)) return false;
  if (beginsObject(argumentsText)) return true;
  return argumentsText.trim() === '' ? beginsObject(text) : isWholeValue(argumentsText);
}

/**
 * Whether a text is complete arguments wrapped in a string or list (quirks: encoded-twice, arguments-nothing), which
 * the arguments of another fragment cannot begin with by chance.
 */
function isWholeValue(text: string): boolean {
  return /^\s*["[]./.test(text) && parseJson(text.trim()) !== undefined;
}

/**
 * Whether a fragment repeats all arguments so far, with different spacing, and adds more (quirk: growing-snapshots).
 */
export function isSnapshotInOtherSpacing({ argumentsText }: CallAssembly, text: string): boolean {
  if (!beginsObject(text) || !beginsObject(argumentsText)) return false;
  let at = 0;
  let isInString = false;
  for (let before = 0; before < argumentsText.length && at < text.length; before++) {
    const character = argumentsText.charAt(before);
    if (!isInString && isBlank(character)) continue;
    while (!isInString && isBlank(text.charAt(at))) at++;
    if (text.charAt(at) !== character) return false;
    if (character === '"' && !isEscaped(argumentsText, before)) isInString = !isInString;
    at++;
  }
  return at < text.length;
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\n' || character === '\r' || character === '\t';
}

function isEscaped(text: string, at: number): boolean {
  let count = 0;
  while (text.charAt(at - 1 - count) === '\\') count++;
  return count % 2 === 1;
}

/**
 * Whether two texts are the same object, regardless of spacing: the server sent the arguments again (quirk:
 * arguments-again).
 */
export function isSameJson(text: string, argumentsText: string): boolean {
  const value = parseJson(text.trim());
  const object = typeof value === 'string' ? parseJson(value) : value;
  return isJsonObject(object) && JSON.stringify(object) === JSON.stringify(parseJson(argumentsText.trim()));
}

/**
 * A text after complete arguments without copies of the same arguments at its beginning, which may be separated by
 * blanks. Without a copy, the text is unchanged.
 */
export function withoutCopies(text: string, argumentsText: string): string {
  const copy = argumentsText.trim();
  if (copy === '') return text;
  let end = 0;
  for (let at = skipBlanks(text, 0); text.startsWith(copy, at); at = skipBlanks(text, end)) end = at + copy.length;
  return text.slice(end);
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charAt(at))) at++;
  return at;
}

/**
 * Whether a text after complete arguments may be the beginning of the same arguments once more, an empty object, or
 * markup that the server did not remove (quirks: arguments-again, placeholder-object, markup-after-arguments).
 */
export function mayBeIgnored(text: string, argumentsText: string): boolean {
  return (
    argumentsText.trimStart().startsWith(text.trimStart()) ||
    isPlaceholder(text) ||
    (text.length < MAX_MARKUP_LENGTH && MARKUP.test(text))
  );
}

const MAX_MARKUP_LENGTH = 200;

/** Tags, special tokens, code fences and closing punctuation. The last tag may be incomplete. */
const MARKUP =
  /^[\s\0\u200B\]});,`]*(?:(?:<[^<>{}"]{1,60}>|\[\/?[A-Z_]{2,30}\])[\s\]});,`]*)*(?:<[^<>{}"]{0,60}|\[\/?[A-Z_]{0,30})?$/;

/**
 * Whether an object contains everything in another one, with longer texts or more arguments (quirk: growing-snapshots).
 */
export function outgrows(text: string, argumentsText: string): boolean {
  const [next, before] = [parseJson(text.trim()), parseJson(argumentsText.trim())];
  if (!isJsonObject(next) || !isJsonObject(before)) return false;
  return Object.entries(before).every(([key, value]) => {
    const later = next[key];
    if (typeof value === 'string' && typeof later === 'string') return later.startsWith(value);
    return JSON.stringify(value) === JSON.stringify(later);
  });
}

/**
 * The first object of a text after complete arguments, if it is the arguments of another call of the same tool that the
 * server joined to this one (quirk: joined-arguments). `more` while the object is arriving, null if it is none.
 */
export function readJoinedArguments(
  { tool, argumentsText }: CallAssembly,
  text: string,
): { json: string; rest: string } | 'more' | null {
  const isPossible = tool !== null && beginsObject(text) && !isPlaceholder(argumentsText);
  if (!isPossible || text.length > MAX_JOINED_LENGTH) return null;
  const scanner = new JsonObjectScanner();
  const end = scanner.push(text);
  if (!scanner.isComplete) return 'more';
  const json = text.slice(0, end);
  const keys = Object.keys((parseJson(json.trim()) as JsonObject | undefined) ?? {});
  const { properties = {} } = inputSchema(tool);
  const isOfTool = keys.length > 0 && keys.every((key) => Object.hasOwn(properties, key));
  return isOfTool && parseToolInput(tool, json, { mayRepair: false }).ok ? { json, rest: text.slice(end) } : null;
}

/** Longer objects would be read too often while they arrive. In characters. */
const MAX_JOINED_LENGTH = 4000;

/** Whether the arguments can only be parsed by completing them. */
export function isUnfinished({ argumentsText }: CallAssembly, maxInput: number): boolean {
  const isTooLong = argumentsText.length > maxInput;
  return !isTooLong && parseJson(argumentsText) === undefined;
}

/** Whether these arguments replace the placeholder of this call. */
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

/** Whether a name or a new id after the end, without arguments, announces the next call. */
export function announcesAnother(call: CallAssembly, delta: ToolCallDelta): boolean {
  if (!isComplete(call) || hasArguments(delta)) return false;
  return delta.id === null ? delta.name !== null : call.wireId !== null && delta.id !== call.wireId;
}

/**
 * Whether the fragment only adds arguments to the open call, under the same id and name if it has any. This is the
 * common case.
 */
export function isPlainContinuation(call: CallAssembly, delta: ToolCallDelta): boolean {
  return (
    (delta.id === null || delta.id === call.wireId) &&
    (delta.name === null || delta.name === call.name) &&
    (delta.index === null || delta.index === call.index) &&
    delta.object === null &&
    delta.isWhole !== true &&
    delta.extras === null &&
    call.argumentsText !== '' &&
    !isComplete(call)
  );
}

/**
 * OpenAI models were trained with a tool that wraps parallel calls, and sometimes call it although it was not offered.
 */
const WRAPPER: ToolDefinition = {
  name: 'multi_tool_use.parallel',
  description: '',
  inputSchema: z.object({
    tool_uses: z.array(z.object({ recipient_name: z.string(), parameters: z.unknown().optional() })),
  }),
};

/** Whether this is the name of the tool that wraps parallel calls (quirk: tool-name-variants). */
export function isParallelWrapper(name: string): boolean {
  return /^(functions\.)?multi_tool_use[._]parallel$/i.test(name);
}

type InnerCall = { name: string; argumentsText: string };

/** The wrapped calls in order, or an error if the arguments do not have the wrapper's form. */
export function unpackParallel(
  argumentsText: string,
  options: { mayRepair: boolean; maxLength: number },
): { ok: true; calls: InnerCall[]; repaired: boolean } | InputError {
  const parseResult = parseToolInput(WRAPPER, argumentsText, options);
  if (!parseResult.ok) return parseResult;
  const { tool_uses: uses } = parseResult.input as {
    tool_uses: { recipient_name: string; parameters?: unknown }[];
  };
  const calls = uses.map((use) => ({
    name: use.recipient_name,
    argumentsText: use.parameters === undefined ? '' : JSON.stringify(use.parameters),
  }));
  return { ok: true, calls, repaired: parseResult.repaired };
}
