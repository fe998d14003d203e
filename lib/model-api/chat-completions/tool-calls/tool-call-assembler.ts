import type { JsonObject, ModelEvent, ToolDefinition } from '../../../contracts/index.ts';
import { type CallIds, findTool, mayBecomeTool } from '../../tool-input/call-identity.ts';
import {
  type FitInput,
  type InputError,
  inputAvailable,
  MAX_INPUT,
  type ParsedInput,
  parseToolInput,
  truncatedInput,
  unknownTool,
} from '../../tool-input/parse-tool-input.ts';
import type { OpaqueState } from '../opaque-state.ts';
import type { ToolCallDelta } from '../stream/chunk-reader.ts';
import {
  announcesAnother,
  beginsObject,
  type CallAssembly,
  isComplete,
  isParallelWrapper,
  isPlaceholder,
  isPlainContinuation,
  isSameJson,
  isSnapshot,
  isSnapshotInOtherSpacing,
  isUnfinished,
  mayBeIgnored,
  openCall,
  outgrows,
  readJoinedArguments,
  resetArguments,
  unpackParallel,
  withoutCopies,
} from './call-assembly.ts';
import { type CallResolution, findCall, joinName } from './find-call.ts';

const LOST_ARGUMENTS_TEXT =
  'A part of the arguments was lost on the way, so the call was not run. Send the whole call again.';
const EXTRA_ARGUMENTS_TEXT =
  'The server sent more arguments after their end, so they cannot be trusted. Call the tool again.';

/**
 * Assembles tool calls from fragments whose index, id and name may each be missing, wrong or repeated. A call becomes
 * available as soon as its arguments are one balanced object that parses strictly and matches the schema. Everything
 * else (blank, mismatched, in need of repair) waits for `end`. A call that continues after it was emitted is retracted.
 * Arguments that were cut off are an error. Rules: docs/quirks.md.
 */
export class ToolCallAssembler {
  readonly #tools: readonly ToolDefinition[];
  readonly #ids: CallIds;
  /** In characters. */
  readonly #maxInput: number;
  readonly #calls: CallAssembly[] = [];
  /** The call of the last fragment. */
  #current: CallAssembly | null = null;
  #emittedCount = 0;
  /** Events that were not returned yet. */
  #events: ModelEvent[] = [];
  #isTruncated = false;

  constructor(tools: readonly ToolDefinition[], ids: CallIds, { maxInput = MAX_INPUT } = {}) {
    this.#tools = tools;
    this.#ids = ids;
    this.#maxInput = maxInput;
  }

  /** Number of calls emitted, valid or not. */
  get callCount(): number {
    return this.#emittedCount;
  }

  push(delta: ToolCallDelta): ModelEvent[] {
    this.#addDelta(delta);
    return this.#takeEvents();
  }

  /** Takes the calls of the whole answer, which some servers send after its deltas (quirk: message-after-deltas). */
  pushWhole(deltas: readonly ToolCallDelta[]): ModelEvent[] {
    const isKnown = ({ id }: ToolCallDelta) => id !== null && this.#calls.some(({ wireId }) => wireId === id);
    const isFirst = this.#calls.length === 0;
    for (const delta of deltas) {
      if (isFirst || isKnown(delta)) this.#addDelta({ ...delta, isWhole: true });
    }
    return this.#takeEvents();
  }

  #addDelta(delta: ToolCallDelta): void {
    const current = this.#current;
    if (current !== null && isPlainContinuation(current, delta)) {
      this.#add(current, delta.arguments);
      return;
    }
    const resolution = findCall(this.#calls, current, delta, this.#tools);
    if (resolution.type === 'repetition') return;
    const call = this.#getOrOpenCall(resolution, delta);
    this.#current = call;
    call.index ??= delta.index;
    call.wireId ??= delta.id;
    if (delta.extras !== null) call.extras = { ...call.extras, ...delta.extras };
    if (delta.name !== null && call.phase === 'pending')
      this.#rename(call, joinName(call.name, delta.name, this.#tools));
    if (delta.isWhole === true) this.#replaceArguments(call, delta.arguments);
    else if (delta.object === null) this.#add(call, delta.arguments);
    else this.#addObject(call, delta.object, delta.arguments);
  }

  /** Notes that a chunk was lost: calls with open arguments can no longer be trusted. */
  markDamaged(): void {
    for (const call of this.#calls) call.isDamaged ||= !isComplete(call);
  }

  /** Notes that the answer was cut off: no further call becomes available. */
  markTruncated(): void {
    this.#isTruncated = true;
  }

  /**
   * Ends the response. `isTruncated`: unfinished arguments cannot be trusted; `mayRepair`: those that are not JSON may
   * be repaired.
   */
  end({ isTruncated, mayRepair = true }: { isTruncated: boolean; mayRepair?: boolean }): ModelEvent[] {
    this.#isTruncated ||= isTruncated;
    for (const call of this.#calls) {
      if (call.object !== null && call.argumentsText === '') this.#append(call, JSON.stringify(call.object));
      this.#emitPending(call, true);
      this.#finish(call, mayRepair);
    }
    return this.#takeEvents();
  }

  #takeEvents(): ModelEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** The provider state to echo, by call (quirks: ids-verbatim, thought-signature). */
  get opaque(): OpaqueState['toolCalls'] {
    const entries = this.#calls.flatMap(({ toolCallId, wireId, extras }) => {
      const isRenamed = wireId !== null && wireId !== toolCallId;
      return toolCallId !== null && (isRenamed || extras !== null) ? [[toolCallId, { wireId, ...extras }]] : [];
    });
    return Object.fromEntries(entries);
  }

  #getOrOpenCall(resolution: Exclude<CallResolution, { type: 'repetition' }>, delta: ToolCallDelta): CallAssembly {
    if (resolution.type === 'call') {
      const { call } = resolution;
      if (announcesAnother(call, delta)) call.announced = { id: delta.id };
      return call;
    }
    // When another call begins, the name of the previous one is final. Calls are emitted in the order in which they
    // began.
    if (this.#current !== null) this.#emitPending(this.#current, true);
    const { sequelTo } = resolution;
    const call = openCall(delta.index, delta.id ?? sequelTo?.announced?.id ?? null);
    // A fragment without a name can only belong to the tool called last (quirk: index-always-zero).
    if (delta.name === null && sequelTo !== null) this.#rename(call, sequelTo.name);
    this.#calls.push(call);
    return call;
  }

  #rename(call: CallAssembly, name: string): void {
    call.name = name;
    call.tool = findTool(this.#tools, name);
  }

  /** Adds arguments up to the end of their object; text after it is handled separately. */
  #add(call: CallAssembly, piece: string): void {
    if (call.phase === 'over') return;
    if (!isComplete(call) && isSnapshotInOtherSpacing(call, piece)) {
      this.#restart(call, piece);
      return;
    }
    const text = isSnapshot(call, piece) ? piece.slice(call.argumentsText.length) : piece;
    const end = isComplete(call) ? 0 : call.scanner.push(text);
    if (!isComplete(call)) this.#append(call, text);
    else {
      if (end > 0) this.#append(call, text.slice(0, end));
      this.#addLater(call, text.slice(end));
    }
  }

  /**
   * Replaces the arguments that arrived in pieces by the complete ones, if they differ (quirk: done-without-deltas).
   */
  #replaceArguments(call: CallAssembly, text: string): void {
    if (isSnapshot(call, text) || call.argumentsText.trim() === '') this.#add(call, text);
    else if (call.phase !== 'over' && !isSameJson(text, call.argumentsText)) this.#restart(call, text);
  }

  /** Replaces all arguments so far with these. */
  #restart(call: CallAssembly, text: string): void {
    this.#retract(call);
    resetArguments(call);
    this.#add(call, text);
  }

  #append(call: CallAssembly, text: string): void {
    call.argumentsText += text;
    call.unemitted += text;
    this.#emitPending(call, false);
    if (call.argumentsText.length > this.#maxInput) this.#finish(call, false);
    else if (call.scanner.isComplete) this.#emitIfValid(call);
  }

  /**
   * Handles text after a complete object: blank, the same arguments again, markup, the arguments that replace a
   * placeholder, or text that makes the call untrustworthy.
   */
  #addLater(call: CallAssembly, laterText: string): void {
    const text = withoutCopies(call.textAfter + laterText, call.argumentsText);
    call.textAfter = '';
    if (isSameJson(text, call.argumentsText)) return;
    const joined = readJoinedArguments(call, text);
    const mayEnd = mayBeIgnored(text, call.argumentsText) || joined === 'more';
    if (text.trim() !== '' && !ONLY_CLOSES.test(text) && mayEnd) call.textAfter = text;
    else if (text.trim() === '') {
      // A late name completes a call whose arguments are already complete.
      if (call.phase === 'pending') this.#append(call, text);
    } else if ((isPlaceholder(call.argumentsText) || outgrows(text, call.argumentsText)) && beginsObject(text)) {
      this.#restart(call, text);
    } else if (joined !== null && joined !== 'more') {
      this.#openJoined(call, joined.json);
      if (joined.rest !== '') this.#addLater(call, joined.rest);
    } else if (call.phase === 'available' && !ONLY_CLOSES.test(text)) {
      this.#rejectLater(call);
    } else if (call.phase === 'available') {
      // A surplus closing bracket is repaired (quirk: extra-closing-bracket) at the end of the response.
      this.#retract(call);
      call.phase = 'pending';
      call.unemitted = call.argumentsText;
      this.#append(call, text);
    } else this.#append(call, text);
  }

  /** Begins another call of the same tool, whose arguments are complete. */
  #openJoined(call: CallAssembly, json: string): void {
    const another = openCall(call.index, null);
    this.#rename(another, call.name);
    this.#calls.push(another);
    this.#add(another, json);
  }

  /** Ends a call with an error, because the text after its arguments makes it untrustworthy. */
  #rejectLater(call: CallAssembly): void {
    if (call.phase === 'available') {
      this.#retract(call);
      call.phase = 'pending';
    }
    this.#emitPending(call, true);
    this.#fail(call, { errorText: EXTRA_ARGUMENTS_TEXT, code: 'bad-input' });
  }

  /**
   * Adds arguments that came as an object. They are usually complete; if more follow, they are merged (quirk:
   * arguments-object).
   */
  #addObject(call: CallAssembly, object: JsonObject, text: string): void {
    if (call.object === null) {
      if (call.argumentsText === '') call.object = { ...object };
      this.#add(call, text);
    } else if (call.phase !== 'over' && text !== call.argumentsText) {
      // The end of arguments in several objects is unknown, so the call is emitted at the end of the response.
      if (call.argumentsText !== '') {
        this.#retract(call);
        resetArguments(call);
        this.#emitPending(call, true);
      }
      Object.assign(call.object, object);
    }
  }

  /** Emits the start of a call once its name is final, then its unemitted arguments. */
  #emitPending(call: CallAssembly, atEnd: boolean): void {
    if (call.phase === 'pending' && call.name !== '' && !isWrapper(call)) {
      // A name that is not a tool's, or a prefix of another tool's, may still grow until arguments follow.
      const isSure = call.tool !== null && !mayBecomeTool(this.#tools, call.name);
      if (isSure || atEnd || call.argumentsText !== '') this.#emitStart(call, call.tool?.name ?? call.name);
    }
    if (call.phase !== 'streaming' || call.unemitted === '' || call.toolCallId === null) return;
    this.#events.push({ type: 'tool-input-delta', toolCallId: call.toolCallId, delta: call.unemitted });
    call.unemitted = '';
  }

  #emitStart(call: CallAssembly, toolName: string): void {
    call.phase = 'streaming';
    const toolCallId = call.toolCallId ?? this.#ids.next(call.wireId);
    call.toolCallId = toolCallId;
    this.#emittedCount++;
    this.#events.push({ type: 'tool-input-start', toolCallId, toolName });
  }

  /** Retracts an emitted call. If it may be running already, it continues under another id. */
  #retract(call: CallAssembly): void {
    if (call.toolCallId === null) return;
    this.#events.push({ type: 'tool-input-retract', toolCallId: call.toolCallId });
    this.#emittedCount--;
    if (call.phase === 'available') call.toolCallId = this.#ids.next(null);
  }

  /**
   * Emits a call with balanced arguments if they parse and match the schema. Safe before the response has ended, unlike
   * parsability alone (vercel/ai#13137): the brackets balance, and a call that continues is retracted.
   */
  #emitIfValid(call: CallAssembly): void {
    if (this.#isTruncated || call.isDamaged || call.hasTriedStrictParse || call.name === '') return;
    call.hasTriedStrictParse = true;
    if (isWrapper(call)) this.#unpack(call, false);
    if (call.phase !== 'streaming' || call.tool === null) return;
    const parseResult = this.#parseInput(call, call.tool, false);
    if (parseResult.ok) this.#emitAvailable(call, parseResult);
  }

  /** Finishes a call at the end of the response, or when nothing more is read. */
  #finish(call: CallAssembly, mayRepair: boolean): void {
    // Arguments of another call were cut off.
    if (readJoinedArguments(call, call.textAfter) === 'more' && !mayBeIgnored(call.textAfter, call.argumentsText)) {
      this.#rejectLater(call);
      return;
    }
    if (isWrapper(call)) this.#unpack(call, true);
    else if (call.phase === 'pending') call.phase = 'over';
    if (call.phase !== 'streaming') return;
    const parseResult = this.#parse(call, mayRepair);
    if (parseResult.ok)
      this.#emitAvailable(call, { ...parseResult, repaired: parseResult.repaired || call.isRepaired });
    else this.#fail(call, parseResult);
  }

  #parse(call: CallAssembly, mayRepair: boolean): ParsedInput {
    if (call.tool === null) return { ok: false, errorText: unknownTool(call.name, this.#tools), code: 'bad-input' };
    if (call.isDamaged) return { ok: false, errorText: LOST_ARGUMENTS_TEXT, code: 'truncated-input' };
    if (this.#isTruncated || (!mayRepair && isUnfinished(call, this.#maxInput))) return truncatedInput();
    return this.#parseInput(call, call.tool, mayRepair);
  }

  #parseInput({ name, argumentsText }: CallAssembly, tool: ToolDefinition, mayRepair: boolean): ParsedInput {
    return parseToolInput(tool, argumentsText, { mayRepair, maxLength: this.#maxInput, calledName: name });
  }

  /** Emits the calls wrapped in a call (quirk: tool-name-variants); those that need repair only at the end. */
  #unpack(call: CallAssembly, atEnd: boolean): void {
    if (call.phase === 'over') return;
    const isTrusted = !this.#isTruncated && !call.isDamaged;
    const options = { mayRepair: atEnd, maxLength: this.#maxInput };
    const inner = isTrusted ? unpackParallel(call.argumentsText, options) : truncatedInput();
    if (!inner.ok) {
      if (!atEnd) return;
      this.#emitStart(call, call.name);
      const unknown = { errorText: unknownTool(call.name, this.#tools), code: 'bad-input' } as const;
      this.#fail(call, inner.code === 'truncated-input' ? inner : unknown);
      return;
    }
    call.phase = 'over';
    for (const { name, argumentsText } of inner.calls) {
      const part = { ...openCall(null, null), argumentsText, unemitted: argumentsText, isRepaired: inner.repaired };
      this.#rename(part, name);
      this.#emitPending(part, true);
      this.#finish(part, atEnd);
    }
  }

  #emitAvailable(call: CallAssembly, fitInput: FitInput): void {
    if (this.#isCopy(call)) {
      this.#retract(call);
      call.phase = 'over';
      return;
    }
    call.phase = 'available';
    this.#events.push(inputAvailable(call.toolCallId ?? '', fitInput));
  }

  /**
   * Whether the same call came before under the same id, in another block or under another index (quirk:
   * arguments-again).
   */
  #isCopy({ wireId, name, argumentsText }: CallAssembly): boolean {
    return (
      wireId !== null &&
      this.#calls.some(
        (other) =>
          other.phase === 'available' &&
          other.wireId === wireId &&
          other.name === name &&
          isSameJson(argumentsText, other.argumentsText),
      )
    );
  }

  #fail(call: CallAssembly, { errorText, code }: Omit<InputError, 'ok'>): void {
    call.phase = 'over';
    this.#events.push({ type: 'tool-input-error', toolCallId: call.toolCallId ?? '', errorText, code });
  }
}

const ONLY_CLOSES = /^[\]}\s]+$/;

/** Whether this is the wrapper of parallel calls and no tool of that name was offered. */
function isWrapper(call: CallAssembly): boolean {
  return call.tool === null && isParallelWrapper(call.name);
}
