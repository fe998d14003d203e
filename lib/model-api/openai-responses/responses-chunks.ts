import { isJsonObject, type JsonObject } from '../../contracts/index.ts';
import { asText } from '../chat-completions/stream/chat-content.ts';
import {
  type ChatChunk,
  type ChunkReader,
  deltaChunk,
  EMPTY_CHUNK,
  fromUsage,
  type ToolCallDelta,
  textIn,
} from '../chat-completions/stream/chunk-reader.ts';
import { isCutOff, readFinishWord, type WireFinish } from '../chat-completions/stream/finish-words.ts';
import type { ResponsesState, StateItem } from './responses-input.ts';

/**
 * An item of the output. `number`: its position in the order of arrival; `wireIndex`: its index according to the
 * server. `text`: the text emitted so far. `isWritten`: arguments have arrived.
 */
type OutputItem = {
  number: number;
  wireIndex: number;
  ids: Set<string>;
  state: StateItem | null;
  text: string;
  /** The rest of a part's initial text that no delta has repeated yet. */
  unrepeated: string;
  reasoning: string;
  isWritten: boolean;
  /** Whether the name of a call has arrived, which may only be at the end of its item (quirk: name-late). */
  isNamed: boolean;
  /** Arguments that arrived with the beginning of the item, as JSON. They count if no others arrive. */
  input: string;
};

type ContentDelta = { text?: string; reasoning?: string; toolCalls?: readonly ToolCallDelta[] };

/**
 * Reads the events of a Responses stream, or one whole response. Gateways omit events, so each part of an item is taken
 * from the first event that contains it, and the last value wins (quirks: done-without-deltas,
 * output-index-always-zero). Unknown events are ignored.
 */
export class ResponsesChunkReader implements ChunkReader {
  readonly everyValueIsProgress = true;
  readonly eventIsType = true;
  readonly #items: OutputItem[] = [];
  #hasRefused = false;

  isAnswer(value: unknown): boolean {
    return (
      isJsonObject(value) && (value.object === 'response' || (typeof value.type === 'string' && value.type !== 'error'))
    );
  }

  opaque(): ResponsesState | null {
    const ordered = [...this.#items].sort((a, b) => a.wireIndex - b.wireIndex || a.number - b.number);
    const items = ordered.flatMap(({ state }) => (state === null ? [] : [state]));
    return items.some(({ type }) => type === 'reasoning') ? { interface: 'openai-responses', items } : null;
  }

  read(value: unknown): ChatChunk {
    if (!isJsonObject(value)) return EMPTY_CHUNK;
    if (value.object === 'response') return { ...this.#readResponse(value), source: 'message' };
    switch (value.type) {
      case 'response.output_item.added':
        return toChunk(isJsonObject(value.item) ? this.#beginItem(value, asFunctionCall(value.item)) : NOTHING);
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        this.#hasRefused ||= value.type === 'response.refusal.delta';
        return toChunk({ text: this.#addDelta(this.#findOrAddItem(value, 'message'), asText(value.delta)) });
      case 'response.output_text.done':
      case 'response.refusal.done':
        this.#hasRefused ||= value.type === 'response.refusal.done';
        return toChunk(
          this.#finishPart(this.#findOrAddItem(value, 'message'), textIn(value.text) || textIn(value.refusal)),
        );
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
      case 'response.reasoning_summary.delta':
      case 'response.reasoning.delta':
        return toChunk(this.#addReasoning(this.#findOrAddItem(value, 'reasoning'), textIn(value.delta)));
      case 'response.content_part.added': {
        const item = this.#findOrAddItem(value, 'message');
        return toChunk(isOfAnswer(item, value.part) ? this.#beginPart(item, this.#textOfParts([value.part])) : NOTHING);
      }
      case 'response.content_part.done': {
        const item = this.#findOrAddItem(value, 'message');
        return toChunk(
          isOfAnswer(item, value.part) ? this.#finishPart(item, this.#textOfParts([value.part])) : NOTHING,
        );
      }
      case 'response.reasoning_summary_part.added':
        return toChunk({ reasoning: value.summary_index === 0 ? '' : '\n\n' });
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        return toChunk(this.#addArguments(this.#findOrAddItem(value, 'function_call'), value.delta, false));
      case 'response.function_call_arguments.done':
      case 'response.custom_tool_call_input.done':
        return toChunk(this.#endArguments(value));
      case 'response.output_item.done':
        return toChunk(this.#endItem(value, value.item));
      case 'response.completed':
      case 'response.incomplete':
      case 'response.done':
        return { ...this.#readResponse(value.response), isLast: true };
      case 'response.failed':
        return { ...EMPTY_CHUNK, error: extractError(value.response) };
      case 'error':
        return { ...EMPTY_CHUNK, error: withStatus(isJsonObject(value.error) ? value.error : value) };
      default:
        return value.error ? { ...EMPTY_CHUNK, error: withStatus(value.error) } : EMPTY_CHUNK;
    }
  }

  /** The item that an event is about: by its id, else the latest one with its index, else a new one. */
  #findOrAddItem({ item_id: id, output_index: index }: JsonObject, type: StateItem['type']): OutputItem {
    const wireIndex = typeof index === 'number' ? index : null;
    const isOfType = ({ state }: OutputItem) => state === null || state.type === type;
    const existingItem =
      this.#items.findLast(({ ids }) => typeof id === 'string' && ids.has(id)) ??
      this.#items.findLast((item) => item.wireIndex === wireIndex && isOfType(item)) ??
      this.#items.findLast((item) => wireIndex === null && isOfType(item));
    return existingItem ?? this.#addItem(wireIndex ?? this.#items.length, typeof id === 'string' ? [id] : []);
  }

  #addItem(wireIndex: number, ids: readonly string[]): OutputItem {
    const item = {
      number: this.#items.length,
      wireIndex,
      ids: new Set(ids),
      state: null,
      text: '',
      unrepeated: '',
      reasoning: '',
      isWritten: false,
      isNamed: false,
      input: '',
    };
    this.#items.push(item);
    return item;
  }

  /**
   * The item that `wire` describes, if it has begun: the one with the same id, or, unless the ids contradict each
   * other, with the same index.
   */
  #find(index: unknown, wire: JsonObject): OutputItem | undefined {
    const ids = listIds(wire);
    const byId = this.#items.find((item) => ids.some((id) => item.ids.has(id)));
    if (byId !== undefined) return byId;
    return this.#items.findLast(
      (item) =>
        item.wireIndex === index &&
        (ids.length === 0 || item.ids.size === 0) &&
        (item.state === null || item.state.type === wire.type),
    );
  }

  #beginItem({ output_index: index }: JsonObject, wire: JsonObject): ContentDelta {
    const before = this.#find(index, wire);
    // Another item begins, so a call that has no arguments by now will not get any.
    const toolCalls = before === undefined ? this.#fillEmptyCalls() : [];
    const item = before ?? this.#addItem(typeof index === 'number' ? index : this.#items.length, listIds(wire));
    for (const id of listIds(wire)) item.ids.add(id);
    if (wire.type === 'message') item.state ??= { type: 'message', length: 0, ...pickPhase(wire) };
    if (wire.type !== 'function_call') return { toolCalls };
    if (item.state?.type === 'function_call' ? item.isNamed : item.state !== null) return { toolCalls };
    item.state = { type: 'function_call' };
    item.isNamed = textIn(wire.name) !== '';
    item.input ||= stringifyArguments(wire.arguments);
    return { toolCalls: [...toolCalls, call(item, '', wire)] };
  }

  /** Begins a part that already has text, which deltas may repeat (quirk: part-added-with-text). */
  #beginPart(item: OutputItem, text: string): ContentDelta {
    item.unrepeated = text;
    return { text: this.#addText(item, text) };
  }

  #addDelta(item: OutputItem, text: string): string {
    const { unrepeated } = item;
    const isRepeated = unrepeated !== '' && (unrepeated.startsWith(text) || text.startsWith(unrepeated));
    item.unrepeated = isRepeated ? unrepeated.slice(text.length) : '';
    return this.#addText(item, isRepeated ? text.slice(unrepeated.length) : text);
  }

  #addText(item: OutputItem, text: string): string {
    item.state ??= { type: 'message', length: 0 };
    item.text += text;
    if (item.state.type === 'message') item.state.length += text.length;
    return text;
  }

  /** Handles a complete part of a message: emits what did not arrive in deltas. */
  #finishPart(item: OutputItem, text: string): ContentDelta {
    return item.text.endsWith(text) ? NOTHING : this.#finishText(item, text);
  }

  #finishText(item: OutputItem, text: string): ContentDelta {
    return text.startsWith(item.text) ? { text: this.#addText(item, text.slice(item.text.length)) } : NOTHING;
  }

  #addReasoning(item: OutputItem, reasoning: string): ContentDelta {
    item.reasoning += reasoning;
    return { reasoning };
  }

  /** `isWhole`: these are all arguments, replacing what came before. */
  #addArguments(item: OutputItem, args: unknown, isWhole: boolean): ContentDelta {
    const json = stringifyArguments(args);
    // An empty object after arguments is a field that the server did not fill in.
    if (json === '' || (item.isWritten && isWhole && /^\{\s*\}$/.test(json))) return NOTHING;
    item.isWritten = true;
    return { toolCalls: [{ ...call(item, json), ...(isWhole ? { isWhole } : {}) }] };
  }

  /**
   * Handles complete arguments, which may come with a name that the beginning of the item lacked (quirk: name-late).
   */
  #endArguments(event: JsonObject): ContentDelta {
    const item = this.#findOrAddItem(event, 'function_call');
    const isNamedNow = !item.isNamed && textIn(event.name) !== '';
    if (isNamedNow) {
      item.state ??= { type: 'function_call' };
      item.isNamed = true;
    }
    const { toolCalls = [] } = this.#addArguments(item, event.arguments ?? event.input, true);
    return { toolCalls: isNamedNow ? toolCalls.map((each) => ({ ...each, name: textIn(event.name) })) : toolCalls };
  }

  /**
   * Handles a complete item: encrypted reasoning, which is only read here, and everything that did not arrive in
   * deltas.
   */
  #endItem(event: JsonObject, wireItem: unknown): ContentDelta {
    if (!isJsonObject(wireItem)) return NOTHING;
    const wire = asFunctionCall(wireItem);
    const begun = this.#beginItem(event, wire);
    const item = this.#find(event.output_index, wire);
    if (item === undefined) return begun;
    switch (wire.type) {
      case 'reasoning': {
        // Without encrypted content, the server would look up an item that it has not stored.
        item.state = typeof wire.encrypted_content === 'string' ? { type: 'reasoning', item: wire } : null;
        const reasoning = this.#textOfParts(wire.summary) || this.#textOfParts(wire.content);
        return { ...begun, ...(item.reasoning === '' ? this.#addReasoning(item, reasoning) : {}) };
      }
      case 'message':
        return { ...begun, ...this.#finishText(item, this.#textOfParts(wire.content)) };
      case 'function_call': {
        const { toolCalls = [] } = this.#addArguments(
          item,
          stringifyArguments(wire.arguments) || (item.isWritten ? '' : item.input),
          true,
        );
        return { toolCalls: [...(begun.toolCalls ?? []), ...toolCalls] };
      }
      default:
        return begun;
    }
  }

  /**
   * Completes calls that never got arguments: with those from their beginning, or none. Called when no more can arrive,
   * but not if the answer was cut off.
   */
  #fillEmptyCalls(): ToolCallDelta[] {
    const empty = this.#items.filter(({ state, isWritten }) => state?.type === 'function_call' && !isWritten);
    for (const item of empty) item.isWritten = true;
    return empty.map((item) => call(item, item.input || '{}'));
  }

  /** Handles a complete response, at the end of a stream or instead of one. */
  #readResponse(response: unknown): ChatChunk {
    if (!isJsonObject(response)) return EMPTY_CHUNK;
    if (response.error || response.status === 'failed') return { ...EMPTY_CHUNK, error: extractError(response) };
    let text = '';
    let reasoning = '';
    const toolCalls: ToolCallDelta[] = [];
    for (const [index, item] of (Array.isArray(response.output) ? response.output : []).entries()) {
      if (!isJsonObject(item) || this.#wasSaid(item)) continue;
      const content = this.#endItem({ output_index: index }, item);
      text += content.text ?? '';
      reasoning += content.reasoning ?? '';
      toolCalls.push(...(content.toolCalls ?? []));
    }
    if (this.#items.every((item) => item.text === '')) text += textIn(response.output_text) || textIn(response.text);
    const finish = this.#readStatus(response);
    if (!isCutOff(finish.finishReason)) toolCalls.push(...this.#fillEmptyCalls());
    return { ...deltaChunk(text, reasoning, toolCalls), ...finish, usage: fromUsage(response.usage) };
  }

  /** Whether all text of a message already arrived under another id or index. */
  #wasSaid(item: JsonObject): boolean {
    const text = item.type === 'message' ? this.#textOfParts(item.content) : '';
    return text !== '' && this.#items.some((each) => each.text === text);
  }

  #readStatus({ status, incomplete_details: details }: JsonObject): Pick<ChatChunk, 'finishReason' | 'finishWord'> {
    if (this.#hasRefused) return { finishReason: 'content-filter' };
    if (status !== 'incomplete') return { finishReason: readFinishWord(status), finishWord: textIn(status) };
    const reason = isJsonObject(details) ? details.reason : null;
    const finish: WireFinish = readFinishWord(reason) ?? 'length';
    return { finishReason: finish, finishWord: textIn(reason) };
  }

  #textOfParts(parts: unknown): string {
    if (typeof parts === 'string') return parts;
    if (!Array.isArray(parts)) return '';
    return parts
      .filter(isJsonObject)
      .map((part) => {
        this.#hasRefused ||= part.type === 'refusal';
        return textIn(part.text) + textIn(part.refusal);
      })
      .join('');
  }
}

const NOTHING: ContentDelta = {};

/** Whether a part belongs to a message. If its item was never announced, the type of the part decides. */
function isOfAnswer({ state }: OutputItem, part: unknown): boolean {
  if (state !== null) return state.type === 'message';
  return isJsonObject(part) && (part.type === 'output_text' || part.type === 'refusal');
}

function toChunk({ text = '', reasoning = '', toolCalls = [] }: ContentDelta): ChatChunk {
  return deltaChunk(text, reasoning, toolCalls);
}

function call(item: OutputItem, json: string, wire: JsonObject = {}): ToolCallDelta {
  const id = textIn(wire.call_id) || null;
  const name = textIn(wire.name) || null;
  return { index: item.number, id, name, arguments: json, object: null, extras: null };
}

/**
 * Gateways send a function call as a custom tool call, whose `input` holds the arguments, or as in another interface
 * (quirk: call-of-other-interface).
 */
function asFunctionCall(wire: JsonObject): JsonObject {
  const { type, function: inner } = wire;
  const isCall = type === 'custom_tool_call' || type === 'tool_call' || type === 'tool_use';
  const fields = isJsonObject(inner) && (isCall || type === 'function_call') ? { ...wire, ...inner } : wire;
  return isCall ? { ...fields, type: 'function_call', arguments: fields.arguments ?? fields.input } : fields;
}

/** Arguments as JSON text; servers also send them as an object. */
function stringifyArguments(args: unknown): string {
  return isJsonObject(args) ? JSON.stringify(args) : textIn(args);
}

function listIds({ id, call_id: callId }: JsonObject): string[] {
  return [id, callId].filter((each): each is string => typeof each === 'string' && each !== '');
}

function pickPhase({ phase }: JsonObject): { phase?: string } {
  return typeof phase === 'string' ? { phase } : {};
}

/** The HTTP status that an error inside a stream would have had, by error code. */
const STATUS: Record<string, number> = {
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  invalid_prompt: 400,
  context_length_exceeded: 400,
  invalid_request_error: 400,
  server_is_overloaded: 503,
  slow_down: 503,
};

function extractError(response: unknown): unknown {
  return withStatus(isJsonObject(response) ? response.error : null);
}

function withStatus(error: unknown): unknown {
  if (typeof error === 'string' && error !== '') return { message: error };
  if (!isJsonObject(error)) return { message: 'response.failed' };
  const code = STATUS[textIn(error.code)] ?? STATUS[textIn(error.type)];
  return code === undefined ? { message: error.message, code: error.code } : { message: error.message, code };
}
