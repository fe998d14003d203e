import { isJsonObject, type ModelEvent, parseJson, type ToolDefinition } from '../../contracts/index.ts';
import { type CallIds, findTool } from '../tool-input/call-identity.ts';
import { inputSchema } from '../tool-input/coerce-input.ts';
import {
  type FitInput,
  inputAvailable,
  parseToolInput,
  truncatedInput,
  unknownTool,
} from '../tool-input/parse-tool-input.ts';
import { callsIn, isCallKey, isNameKey } from './arguments/call-object.ts';
import { fieldValues } from './arguments/fields.ts';
import type { ReadCall } from './dialect.ts';

/** Emits the events of tool calls found in text and counts the calls. */
export class ToolCallEmitter {
  readonly #tools: readonly ToolDefinition[];
  readonly #ids: CallIds;
  /** Id of the call that is being emitted. */
  #openCallId: string | null = null;
  #count = 0;
  /** The call that last became available. */
  #last: { toolCallId: string; name: string; format: string; text: string; fit: FitInput } | null = null;
  readonly formats = new Set<string>();

  constructor(tools: readonly ToolDefinition[], ids: CallIds) {
    this.#tools = tools;
    this.#ids = ids;
  }

  get callCount(): number {
    return this.#count;
  }

  get hasOpenCall(): boolean {
    return this.#openCallId !== null;
  }

  start(name: string, format: string): ModelEvent[] {
    this.#openCallId = this.#ids.next(null);
    this.#count++;
    const toolName = findTool(this.#tools, name)?.name ?? name;
    return [{ type: 'tool-input-start', toolCallId: this.#openCallId, toolName, format }];
  }

  delta(delta: string): ModelEvent[] {
    if (this.#openCallId === null || delta === '') return [];
    return [{ type: 'tool-input-delta', toolCallId: this.#openCallId, delta }];
  }

  /** Emits complete calls. Returns null if one of them is a mention: an unknown name with guessed arguments. */
  finish(read: readonly ReadCall[], format: string): ModelEvent[] | null {
    const calls = read.map((call) => unwrapped(namedByArguments(call, this.#tools), this.#tools));
    const texts = calls.map((call) => this.#argumentsText(call));
    if (calls.some((call, index) => isMention(call, this.#tools) || hasForbiddenKey(texts[index] ?? ''))) return null;
    this.formats.add(format);
    return calls.flatMap((call, index) => this.#finishOne(call, texts[index] ?? '', format));
  }

  /**
   * Whether this is a call to an offered tool with arguments that it accepts. Unknown arguments are ignored if others
   * remain.
   */
  isValidCall(call: ReadCall): boolean {
    const tool = findTool(this.#tools, call.name);
    const text = this.#argumentsText(unwrapped(call, this.#tools));
    if (tool === null || hasForbiddenKey(text)) return false;
    const parseResult = parseToolInput(tool, text, { mayRepair: true, calledName: call.name });
    return parseResult.ok && (!parseResult.repaired || Object.keys(Object(parseResult.input)).length > 0);
  }

  /**
   * Emits an error for a call that was cut off. Returns null for a mention: no call was emitted, and no offered tool is
   * named.
   */
  truncate(name: string | null, format: string): ModelEvent[] | null {
    const isOffered = name !== null && findTool(this.#tools, name) !== null;
    if (this.#openCallId === null && !isOffered) return null;
    const startEvents = this.#openCallId === null ? this.start(name ?? '', format) : [];
    const toolCallId = this.#openCallId ?? '';
    this.#openCallId = null;
    this.formats.add(format);
    const { errorText, code } = truncatedInput();
    return [...startEvents, { type: 'tool-input-error', toolCallId, errorText, code }];
  }

  /**
   * Emits the last call again, marked as repaired, because a surplus closing bracket follows it (quirk:
   * extra-closing-bracket). The id is new, since the first call may already be running.
   */
  repairLast(): ModelEvent[] {
    const last = this.#last;
    if (last === null || last.fit.repaired) return [];
    this.#count--;
    const startEvents = [...this.start(last.name, last.format), ...this.delta(last.text)];
    const toolCallId = this.#openCallId ?? '';
    this.#openCallId = null;
    const fit = { ...last.fit, repaired: true };
    this.#last = { ...last, toolCallId, fit };
    return [
      { type: 'tool-input-retract', toolCallId: last.toolCallId },
      ...startEvents,
      inputAvailable(toolCallId, fit),
    ];
  }

  /** Retracts the open call, because the text turned out not to be a call. */
  retract(): ModelEvent[] {
    const toolCallId = this.#openCallId;
    this.#openCallId = null;
    if (toolCallId === null) return [];
    this.#count--;
    return [{ type: 'tool-input-retract', toolCallId }];
  }

  #finishOne(call: ReadCall, text: string, format: string): ModelEvent[] {
    const isStarted = this.#openCallId !== null;
    const startEvents = isStarted ? [] : [...this.start(call.name, format), ...this.delta(text)];
    const toolCallId = this.#openCallId ?? '';
    this.#openCallId = null;
    const tool = findTool(this.#tools, call.name);
    const parseResult = tool
      ? parseToolInput(tool, text, { mayRepair: true, calledName: call.name })
      : { ok: false as const, errorText: unknownTool(call.name, this.#tools), code: 'bad-input' as const };
    if (!parseResult.ok) {
      return [
        ...startEvents,
        { type: 'tool-input-error', toolCallId, errorText: parseResult.errorText, code: parseResult.code },
      ];
    }
    const repaired = parseResult.repaired || !call.isStrict || call.isRepaired === true;
    const fit: FitInput = { input: parseResult.input, leftOut: parseResult.leftOut, repaired };
    this.#last = { toolCallId, name: call.name, format, text, fit };
    return [...startEvents, inputAvailable(toolCallId, fit)];
  }

  #argumentsText(call: ReadCall): string {
    const callArguments = call.arguments;
    if (callArguments.type === 'json') return callArguments.text;
    return JSON.stringify(fieldValues(findTool(this.#tools, call.name), callArguments.fields));
  }
}

/**
 * Kimi sometimes writes only the call's index as its name. The name is then that of the only tool that accepts the
 * arguments.
 */
function namedByArguments(call: ReadCall, tools: readonly ToolDefinition[]): ReadCall {
  if (!/^\d+$/.test(call.name) || call.arguments.type !== 'json') return call;
  const { text } = call.arguments;
  const fitting = tools.filter((tool) => parseToolInput(tool, text, { mayRepair: false }).ok && hasKeys(tool, text));
  return fitting.length === 1 ? { ...call, name: fitting[0]?.name ?? call.name } : call;
}

/** Unwraps `{"name": …, "arguments": {…}}`, or `{"arguments": {…}}`, when only the arguments are expected. */
function unwrapped(call: ReadCall, tools: readonly ToolDefinition[]): ReadCall {
  const tool = call.arguments.type === 'json' && WRAPPED.test(call.arguments.text) ? findTool(tools, call.name) : null;
  if (tool === null || call.arguments.type !== 'json') return call;
  const value = parseJson(call.arguments.text);
  const declared = inputSchema(tool).properties ?? {};
  const keys = isJsonObject(value) ? Object.keys(value) : [];
  if (!keys.every(isCallKey) || keys.some((key) => Object.hasOwn(declared, key))) return call;
  const [inner] = callsIn(
    isJsonObject(value) && !keys.some(isNameKey) ? { ...value, name: tool.name } : value,
    call.isStrict,
    () => true,
  );
  const isObject = inner?.arguments.type === 'json' && inner.arguments.text.trimStart().startsWith('{');
  return inner && isObject && findTool(tools, inner.name) === tool ? inner : call;
}

const WRAPPED = /^\s*\{\s*"(?:name|tool|tool_name|function|arguments|parameters|args|params|input)"\s*:/;

/** Whether all keys of this JSON object are parameters of the tool. */
function hasKeys(tool: ToolDefinition, text: string): boolean {
  const keys = Object.keys(JSON.parse(text || '{}'));
  return keys.length > 0 && keys.every((key) => Object.hasOwn(inputSchema(tool).properties ?? {}, key));
}

function isMention(call: ReadCall, tools: readonly ToolDefinition[]): boolean {
  return !call.isStrict && findTool(tools, call.name) === null;
}

/** Rejects keys that access an object's prototype, both as keys and as elements in a value. */
function hasForbiddenKey(text: string): boolean {
  return (
    /"(?:__proto__|constructor|prototype|\\u005f\\u005fproto__)"\s*:/.test(text) ||
    /<(?:__proto__|constructor|prototype)>|\\"__proto__\\"\s*:/.test(text)
  );
}
