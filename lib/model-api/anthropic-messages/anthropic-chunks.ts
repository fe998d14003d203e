import { isJsonObject, type JsonObject, type Usage } from '../../contracts/index.ts';
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
import { isCutOff, readFinishWord } from '../chat-completions/stream/finish-words.ts';
import type { AnthropicState, StateBlock } from './anthropic-content.ts';

/**
 * An open block. `number`: its position among the blocks so far. `isWritten`: arguments have arrived. `input`: the
 * arguments given at the start of the block, as JSON.
 */
type OpenBlock = {
  number: number;
  state: StateBlock;
  isWritten: boolean;
  input: string;
  /** The rest of the initial text that no delta has repeated yet. */
  unrepeated: string;
};

/**
 * Reads the events of a Messages stream, or one whole message. Unknown kinds of blocks and unknown types of events are
 * ignored (quirk: unknown-events).
 */
export class AnthropicChunkReader implements ChunkReader {
  readonly everyValueIsProgress = true;
  readonly eventIsType = true;
  readonly #blocks: StateBlock[] = [];
  /** Keyed by the server's index, which may be wrong or missing (quirk: block-index). */
  readonly #open = new Map<number, OpenBlock>();
  /** The most recently opened block. */
  #current: OpenBlock | null = null;
  #blockCount = 0;
  #usage: JsonObject = {};

  isAnswer(value: unknown): boolean {
    return isJsonObject(value) && typeof value.type === 'string' && value.type !== 'error';
  }

  opaque(): AnthropicState | null {
    const isSigned = this.#blocks.some(({ type }) => type === 'thinking' || type === 'redacted_thinking');
    return isSigned ? { interface: 'anthropic-messages', blocks: this.#blocks } : null;
  }

  read(value: unknown): ChatChunk {
    if (!isJsonObject(value)) return EMPTY_CHUNK;
    switch (value.type) {
      case 'message_start':
        return this.#begin(value.message);
      case 'message':
        return this.#readWhole(value);
      case 'content_block_start':
        return delta(this.#startBlock(value.index, value.content_block));
      case 'content_block_delta':
        return delta(this.#readDelta(value.index, value.delta));
      case 'content_block_stop':
        return delta(this.#endBlock(value.index, value.content_block));
      case 'message_delta': {
        const end = readEnd((isJsonObject(value.delta) && value.delta.stop_reason) || value.stop_reason);
        const isWhole = end.finishReason !== null && !mayBeCutOff(end.finishReason);
        const toolCalls = isWhole ? this.#fillCalls() : this.#fillCalls(({ input }) => input !== '');
        return {
          ...deltaChunk(this.#refusalText(value.delta), '', toolCalls),
          ...end,
          usage: this.#count(value.usage),
        };
      }
      case 'message_stop':
        return { ...EMPTY_CHUNK, ...readEnd(value.stop_reason), isLast: true };
      case 'error':
        return { ...EMPTY_CHUNK, error: withStatus(value.error) };
      default:
        // Gateways have their own error formats.
        return value.error ? { ...EMPTY_CHUNK, error: withStatus(value.error) } : EMPTY_CHUNK;
    }
  }

  #begin(message: unknown): ChatChunk {
    if (!isJsonObject(message)) return EMPTY_CHUNK;
    const isWhole = message.stop_reason && Array.isArray(message.content) && message.content.length > 0;
    return isWhole ? this.#readWhole(message) : { ...EMPTY_CHUNK, usage: this.#count(message.usage) };
  }

  /** Reads a reply that was not streamed, from a gateway that does not support streaming. */
  #readWhole(message: JsonObject): ChatChunk {
    const end = readEnd(message.stop_reason);
    const { content } = message;
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    const deltas = (Array.isArray(blocks) ? blocks : []).map((block, index) => this.#startBlock(index, block));
    deltas.push({ toolCalls: mayBeCutOff(end.finishReason) ? [] : this.#fillCalls() });
    return {
      ...EMPTY_CHUNK,
      source: 'message',
      text: deltas.map(({ text = '' }) => text).join('') + this.#refusalText(message),
      reasoning: deltas.map(({ reasoning = '' }) => reasoning).join(''),
      toolCalls: deltas.flatMap(({ toolCalls = [] }) => toolCalls),
      ...end,
      usage: this.#count(message.usage),
    };
  }

  #startBlock(index: unknown, block: unknown): ContentDelta {
    if (!isJsonObject(block)) return NOTHING;
    // A new block begins, so the calls before it are complete.
    const toolCalls = this.#fillCalls();
    const begin = (state: StateBlock): OpenBlock => {
      this.#blocks.push(state);
      const newBlock = {
        number: this.#blockCount++,
        state,
        isWritten: false,
        input: inputText(block.input ?? block.arguments),
        unrepeated: '',
      };
      this.#open.set(readIndex(index) ?? -1, newBlock);
      this.#current = newBlock;
      return newBlock;
    };
    switch (block.type) {
      case 'text': {
        const newBlock = begin({ type: 'text', length: 0 });
        const content = addDelta(newBlock, { type: 'text_delta', text: block.text });
        newBlock.unrepeated = textIn(block.text);
        return { toolCalls, ...content };
      }
      case 'thinking':
      case 'reasoning': {
        const newBlock = begin({ type: 'thinking', thinking: '', signature: textIn(block.signature) });
        return { toolCalls, ...addDelta(newBlock, { ...block, type: 'thinking_delta' }) };
      }
      case 'redacted_thinking':
        begin({ type: 'redacted_thinking', data: textIn(block.data) });
        return { toolCalls };
      // The names of a call in other interfaces (quirk: call-of-other-interface).
      case 'tool_call':
      case 'function_call':
      case 'tool_use': {
        const { number } = begin({ type: 'tool_use' });
        return { toolCalls: [...toolCalls, call(number, '', { id: textIn(block.id), name: textIn(block.name) })] };
      }
      default:
        this.#current = null;
        return { toolCalls };
    }
  }

  #readDelta(index: unknown, change: unknown): ContentDelta {
    if (!isJsonObject(change)) return NOTHING;
    const block = this.#blockAt(index);
    // Arguments can only belong to a call, regardless of the index.
    const isCall = (each: OpenBlock | null) => each?.state.type === 'tool_use';
    return addDelta(
      inferDeltaType(change) === 'input_json_delta' && !isCall(block) && isCall(this.#current) ? this.#current : block,
      change,
    );
  }

  #blockAt(index: unknown): OpenBlock | null {
    const wireIndex = readIndex(index);
    return (wireIndex === null ? null : this.#open.get(wireIndex)) ?? this.#current;
  }

  /**
   * Arguments given at the start of the block are now complete. If a call has no arguments, the end of the answer
   * decides.
   */
  #endBlock(index: unknown, wire: unknown): ContentDelta {
    const block = this.#blockAt(index);
    if (block !== null && isJsonObject(wire)) block.input ||= inputText(wire.input);
    return block === null ? NOTHING : { toolCalls: this.#fillCalls((each) => each === block && each.input !== '') };
  }

  /**
   * Fills in calls whose arguments were never streamed: with those from the start of the block, or none (quirk:
   * input-at-start). A call can also lack arguments because the answer was cut off, so this is only called when another
   * block begins or the answer is complete.
   */
  #fillCalls(isWhole: (block: OpenBlock) => boolean = () => true): ToolCallDelta[] {
    const calls = [...this.#open.values()].filter(({ state, isWritten }) => state.type === 'tool_use' && !isWritten);
    return calls.filter(isWhole).map((block) => {
      block.isWritten = true;
      return call(block.number, block.input || '{}');
    });
  }

  /** The explanation of a refusal, which only the end of the answer contains (quirk: refusal-explanation). */
  #refusalText(end: unknown): string {
    const details = isJsonObject(end) && end.stop_reason === 'refusal' ? end.stop_details : null;
    const explanation = isJsonObject(details) ? textIn(details.explanation).trim() : '';
    const hasText = this.#blocks.some((block) => block.type === 'text' && block.length > 0);
    return explanation !== '' && hasText ? `\n\n${explanation}` : explanation;
  }

  /** Counts are cumulative, and a count missing from an event is unchanged (quirk: cumulative-usage). */
  #count(usage: unknown): Usage | null {
    if (!isJsonObject(usage)) return null;
    for (const [name, count] of Object.entries(usage)) if (count !== null) this.#usage[name] = count;
    return fromUsage({ cache_read_input_tokens: 0, ...this.#usage });
  }
}

type ContentDelta = Partial<Pick<ChatChunk, 'text' | 'reasoning' | 'toolCalls'>>;

const NOTHING: ContentDelta = {};

/** Reads an index; gateways also send it as a string, or omit it. */
function readIndex(value: unknown): number | null {
  const index = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof index === 'number' && Number.isInteger(index) ? index : null;
}

/** The arguments at the start of a block, as JSON text; '' if there are none. Accepts an object or its text. */
function inputText(input: unknown): string {
  if (typeof input === 'string') return input.trim() === '{}' ? '' : input.trim();
  return isJsonObject(input) && Object.keys(input).length > 0 ? JSON.stringify(input) : '';
}

function addDelta(block: OpenBlock | null, change: JsonObject): ContentDelta {
  const state = block?.state ?? null;
  const type = inferDeltaType(change);
  // A text in a block of reasoning is reasoning (quirk: reasoning-fields).
  switch (type === 'text_delta' && state?.type === 'thinking' ? 'thinking_delta' : type) {
    case 'text_delta': {
      const text = withoutRepetition(block, textIn(change.text));
      if (state?.type === 'text') state.length += text.length;
      return { text };
    }
    case 'thinking_delta':
    case 'reasoning_delta': {
      const reasoning = asText([change.thinking ?? change.text ?? change.reasoning]);
      if (state?.type === 'thinking') state.thinking += reasoning;
      return { reasoning };
    }
    case 'signature_delta':
      if (state?.type === 'thinking') state.signature += textIn(change.signature);
      return NOTHING;
    case 'input_json_delta': {
      const partial = change.partial_json ?? change.input ?? change.partialJson ?? change.text ?? change.arguments;
      const json = isJsonObject(partial) ? JSON.stringify(partial) : textIn(partial);
      if (block === null || state?.type !== 'tool_use' || json === '') return NOTHING;
      // An empty object adds nothing to the arguments from the start of the block (quirk: input-at-start).
      if (block.input !== '' && !block.isWritten && /^\s*\{\s*\}\s*$/.test(json)) return NOTHING;
      block.isWritten = true;
      return { toolCalls: [call(block.number, json)] };
    }
    default:
      return NOTHING;
  }
}

/** A delta without what it repeats of the text at the start of its block (quirk: part-added-with-text). */
function withoutRepetition(block: OpenBlock | null, text: string): string {
  if (block === null || block.unrepeated === '') return text;
  const { unrepeated } = block;
  const isRepeated = unrepeated.startsWith(text) || text.startsWith(unrepeated);
  block.unrepeated = isRepeated ? unrepeated.slice(text.length) : '';
  return isRepeated ? text.slice(unrepeated.length) : text;
}

/** The type of a delta, inferred if a gateway omits it. */
function inferDeltaType(change: JsonObject): unknown {
  if (change.type !== undefined) return change.type;
  return change.partial_json !== undefined
    ? 'input_json_delta'
    : change.thinking !== undefined
      ? 'thinking_delta'
      : 'text_delta';
}

/** Whether arguments may be missing from a call that has none. An unknown finish reason may mean anything. */
function mayBeCutOff(finish: ChatChunk['finishReason']): boolean {
  return finish === 'other' || isCutOff(finish);
}

function delta(content: ContentDelta): ChatChunk {
  return content === NOTHING ? EMPTY_CHUNK : deltaChunk(content.text ?? '', content.reasoning, content.toolCalls);
}

function call(index: number, json: string, identity: { id: string; name: string } | null = null): ToolCallDelta {
  const { id, name } = identity ?? { id: '', name: '' };
  return { index, id: id || null, name: name || null, arguments: json, object: null, extras: null };
}

function readEnd(reason: unknown): Pick<ChatChunk, 'finishReason' | 'finishWord'> {
  return { finishReason: readFinishWord(reason), finishWord: textIn(reason) };
}

/** The HTTP status that an error inside a stream would have had, by error type. */
const STATUS: Record<string, number> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

function withStatus(error: unknown): unknown {
  if (!isJsonObject(error)) return error ?? 'error';
  const code = STATUS[textIn(error.type)];
  return code === undefined ? error : { ...error, code };
}
