import type { ToolDefinition } from '../../../contracts/index.ts';
import { findTool, mayBecomeTool } from '../../tool-input/call-identity.ts';
import type { ToolCallDelta } from '../stream/chunk-reader.ts';
import {
  beginsObject,
  type CallAssembly,
  hasArguments,
  isComplete,
  isSameJson,
  outgrows,
  replacesPlaceholder,
} from './call-assembly.ts';

/**
 * The call to which a fragment belongs: it continues a call, repeats one (quirk: fragment-sent-twice), or begins
 * another one, which takes over the name of `sequelTo` if the fragment has none.
 */
export type CallResolution =
  | { type: 'call'; call: CallAssembly }
  | { type: 'new'; sequelTo: CallAssembly | null }
  | { type: 'repetition' };

/**
 * Finds the call of a fragment. Index, id and name may each be missing, wrong or repeated, so they are weighed against
 * the state of the arguments: an incomplete object is continued, a complete one is not. Rules: docs/quirks.md,
 * "Identity of a tool call in a stream". `current` is the call of the last fragment.
 */
export function findCall(
  calls: readonly CallAssembly[],
  current: CallAssembly | null,
  delta: ToolCallDelta,
  tools: readonly ToolDefinition[],
): CallResolution {
  const call = delta.id === null ? null : withId(calls, delta.id, delta.index);
  if (call && repeats(call, delta)) return { type: 'repetition' };
  if (call) return continuesCall(call, delta, tools, true) ? { type: 'call', call } : { type: 'new', sequelTo: call };
  const near = delta.index === null ? current : withIndex(calls, current, delta.index);
  if (near === null && current !== null && isLostFragment(current, delta)) return { type: 'call', call: current };
  if (near === null) return { type: 'new', sequelTo: null };
  if (delta.index !== null && delta.id === null && near.wireId !== null && repeats(near, delta)) {
    return { type: 'repetition' };
  }
  return continuesCall(near, delta, tools, false) ? { type: 'call', call: near } : { type: 'new', sequelTo: near };
}

/**
 * Whether a fragment with an index of its own, but neither id nor name, can only belong to the call of the last
 * fragment, which is still open (quirk: index-of-arguments).
 */
function isLostFragment(current: CallAssembly, delta: ToolCallDelta): boolean {
  return delta.id === null && delta.name === null && current.name !== '' && !isComplete(current);
}

/**
 * Whether the fragment is a complete call that was sent before (quirk: arguments-again). If calls have ids, another
 * call of the tool with the same arguments has a different id.
 */
function repeats(call: CallAssembly, { name, arguments: text }: ToolCallDelta): boolean {
  if (!isComplete(call) || name !== call.name) return false;
  return text === call.argumentsText || isSameJson(text, call.argumentsText);
}

/**
 * The latest call with that index. Several calls have the same index if a server counts wrongly (quirks:
 * index-always-zero, index-zero-without-id).
 */
function withIndex(calls: readonly CallAssembly[], current: CallAssembly | null, index: number): CallAssembly | null {
  return calls.findLast((call) => call.index === index) ?? (current?.index === null ? current : null);
}

/** Several calls may have the same id (quirk: id-shared). The index then decides. */
function withId(calls: readonly CallAssembly[], id: string, index: number | null): CallAssembly | null {
  const same = (call: CallAssembly) => call.wireId === id || call.announced?.id === id;
  return calls.findLast((call) => same(call) && call.index === index) ?? calls.findLast(same) ?? null;
}

function continuesCall(
  call: CallAssembly,
  delta: ToolCallDelta,
  tools: readonly ToolDefinition[],
  isSameId: boolean,
): boolean {
  const isOtherId = delta.id !== null && call.wireId !== null && !isSameId;
  const wasAnnounced = call.announced !== null && call.announced.id !== null && call.announced.id !== call.wireId;
  if (!isOtherId && !wasAnnounced && replacesPlaceholder(call, delta)) return true;
  if (delta.name === null) return continuesUnnamed(call, delta, isSameId);
  return isSameId ? continuesSameId(call, delta, tools) : continuesNamed(call, delta, tools);
}

/**
 * Whether a fragment with a new id and no name continues the call instead of beginning a new object (quirk:
 * index-always-zero): the call's id changed or arrived late (quirks: id-changes, id-late).
 */
function continuesUnnamed(call: CallAssembly, delta: ToolCallDelta, isSameId: boolean): boolean {
  if (isSameId && isOtherIndex(call, delta) && call.argumentsText !== '' && beginsObject(delta.arguments)) return false;
  if (!isComplete(call) || !beginsObject(delta.arguments)) return true;
  const isFreshId = delta.id !== null && call.wireId !== null && !isSameId;
  return !isFreshId && call.announced === null;
}

function isOtherIndex(call: CallAssembly, delta: ToolCallDelta): boolean {
  return delta.index !== null && call.index !== null && delta.index !== call.index;
}

/**
 * Whether a fragment with the same id continues the call. TGI and some Kimi hosts give every call the same id (quirk:
 * id-shared). Others repeat id and name in every fragment (quirks: id-repeated, name-repeated).
 */
function continuesSameId(call: CallAssembly, delta: ToolCallDelta, tools: readonly ToolDefinition[]): boolean {
  const isUnfinished = call.argumentsText.trim() !== '' && !isComplete(call);
  // One id with two indexes means two calls, unless the text can only continue the arguments.
  if (isOtherIndex(call, delta)) return isUnfinished && hasArguments(delta) && !beginsObject(delta.arguments);
  if (isComplete(call)) return repeatsComplete(call, delta);
  return isUnfinished || repeatsName(call, delta, tools) || !isOtherTool(call, delta, tools);
}

/**
 * Whether a fragment names a call with complete arguments again, alone or with all of them and more (quirk:
 * growing-snapshots).
 */
function repeatsComplete(call: CallAssembly, delta: ToolCallDelta): boolean {
  if (delta.name !== call.name) return false;
  if (!hasArguments(delta)) return true;
  return outgrows(delta.arguments, call.argumentsText) && !isSameJson(delta.arguments, call.argumentsText);
}

function continuesNamed(call: CallAssembly, delta: ToolCallDelta, tools: readonly ToolDefinition[]): boolean {
  if (delta.id !== null && call.wireId !== null) return false;
  if (call.name === '') return true;
  if (delta.index === null && delta.id !== null) return false;
  if (isComplete(call)) return repeatsComplete(call, delta);
  return repeatsName(call, delta, tools);
}

/** Whether a name repeats the call's name or, rarely, continues it (quirks: name-repeated, name-in-pieces). */
function repeatsName(call: CallAssembly, delta: ToolCallDelta, tools: readonly ToolDefinition[]): boolean {
  return delta.name === call.name || (call.argumentsText === '' && continuesName(call.name, delta.name ?? '', tools));
}

function isOtherTool(call: CallAssembly, delta: ToolCallDelta, tools: readonly ToolDefinition[]): boolean {
  return call.tool !== null && findTool(tools, delta.name ?? '') !== null;
}

function continuesName(start: string, more: string, tools: readonly ToolDefinition[]): boolean {
  // Names may be sent cumulatively, like arguments (quirk: growing-snapshots).
  const joinedName = more.startsWith(start) && findTool(tools, start) === null ? more : start + more;
  return findTool(tools, joinedName) !== null || mayBecomeTool(tools, joinedName);
}

/**
 * Joins a name with the next fragment's: servers repeat it (quirk: name-repeated) or, rarely, send it in pieces (quirk:
 * name-in-pieces).
 */
export function joinName(name: string, more: string, tools: readonly ToolDefinition[]): string {
  if (more.startsWith(name)) return more;
  return name !== '' && continuesName(name, more, tools) ? name + more : more;
}
