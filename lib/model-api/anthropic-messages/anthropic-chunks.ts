import { isJsonObject, type JsonObject, type Usage } from '../../contracts/index.ts';
import {
  type ChatChunk,
  type ChunkReader,
  deltaChunk,
  EMPTY_CHUNK,
  fromUsage,
  type ToolCallDelta,
  textIn,
  type WireFinish,
} from '../chat-completions/stream/chunk-reader.ts';
import type { AnthropicState, StateBlock } from './anthropic-content.ts';

/** An open block. `isWritten`: arguments have come; `input`: those that the start of the block had. */
type OpenBlock = { state: StateBlock | null; isWritten: boolean; input: JsonObject | null };

/**
 * Reads the events of a Messages stream, or one whole message. Blocks of kinds that are not known, and events of types that
 * are not known, say nothing (quirk: unknown-events).
 */
export class AnthropicChunkReader implements ChunkReader {
  readonly everyValueIsProgress = true;
  private readonly blocks: StateBlock[] = [];
  private readonly open = new Map<number, OpenBlock>();
  private usage: JsonObject = {};

  isAnswer(value: unknown): boolean {
    return isJsonObject(value) && typeof value.type === 'string' && value.type !== 'error';
  }

  opaque(): AnthropicState | null {
    const isSigned = this.blocks.some(({ type }) => type === 'thinking' || type === 'redacted_thinking');
    return isSigned ? { interface: 'anthropic-messages', blocks: this.blocks } : null;
  }

  read(value: unknown): ChatChunk {
    if (!isJsonObject(value)) return EMPTY_CHUNK;
    switch (value.type) {
      case 'message_start':
        return this.begin(value.message);
      case 'message':
        return this.readWhole(value);
      case 'content_block_start':
        return delta(this.startBlock(value.index, value.content_block));
      case 'content_block_delta':
        return delta(this.readDelta(value.index, value.delta));
      case 'content_block_stop':
        return delta(this.endBlock(value.index));
      case 'message_delta': {
        const finish = isJsonObject(value.delta) ? readStopReason(value.delta.stop_reason) : null;
        return { ...EMPTY_CHUNK, finishReason: finish, usage: this.count(value.usage) };
      }
      case 'message_stop':
        return { ...EMPTY_CHUNK, isLast: true };
      case 'error':
        return { ...EMPTY_CHUNK, error: withStatus(value.error) };
      default:
        // Gateways send errors in shapes of their own.
        return value.error ? { ...EMPTY_CHUNK, error: withStatus(value.error) } : EMPTY_CHUNK;
    }
  }

  private begin(message: unknown): ChatChunk {
    return isJsonObject(message) ? { ...EMPTY_CHUNK, usage: this.count(message.usage) } : EMPTY_CHUNK;
  }

  /** A reply that was not streamed, from a gateway that cannot. */
  private readWhole(message: JsonObject): ChatChunk {
    const deltas = (Array.isArray(message.content) ? message.content : []).flatMap((block, index) => [
      this.startBlock(index, block),
      this.endBlock(index),
    ]);
    return {
      ...EMPTY_CHUNK,
      source: 'message',
      text: deltas.map(({ text = '' }) => text).join(''),
      reasoning: deltas.map(({ reasoning = '' }) => reasoning).join(''),
      toolCalls: deltas.flatMap(({ toolCalls = [] }) => toolCalls),
      finishReason: readStopReason(message.stop_reason),
      usage: this.count(message.usage),
    };
  }

  private startBlock(index: unknown, block: unknown): ContentDelta {
    if (!isJsonObject(block) || typeof index !== 'number') return NOTHING;
    const input = isJsonObject(block.input) && Object.keys(block.input).length > 0 ? block.input : null;
    const begin = (state: StateBlock | null) => {
      if (state !== null) this.blocks.push(state);
      this.open.set(index, { state, isWritten: false, input });
    };
    switch (block.type) {
      case 'text':
        begin({ type: 'text', length: 0 });
        return this.readDelta(index, { type: 'text_delta', text: block.text });
      case 'thinking':
        begin({ type: 'thinking', thinking: '', signature: textIn(block.signature) });
        return this.readDelta(index, { type: 'thinking_delta', thinking: block.thinking });
      case 'redacted_thinking':
        begin({ type: 'redacted_thinking', data: textIn(block.data) });
        return NOTHING;
      case 'tool_use':
        begin({ type: 'tool_use' });
        return { toolCalls: [call(index, '', { id: textIn(block.id), name: textIn(block.name) })] };
      default:
        return NOTHING;
    }
  }

  private readDelta(index: unknown, change: unknown): ContentDelta {
    const block = typeof index === 'number' ? this.open.get(index) : undefined;
    if (!isJsonObject(change) || typeof index !== 'number') return NOTHING;
    const state = block?.state ?? null;
    switch (change.type) {
      case 'text_delta': {
        const text = textIn(change.text);
        if (state?.type === 'text') state.length += text.length;
        return { text };
      }
      case 'thinking_delta': {
        const reasoning = textIn(change.thinking);
        if (state?.type === 'thinking') state.thinking += reasoning;
        return { reasoning };
      }
      case 'signature_delta':
        if (state?.type === 'thinking') state.signature += textIn(change.signature);
        return NOTHING;
      case 'input_json_delta': {
        const json = textIn(change.partial_json);
        if (block === undefined || state?.type !== 'tool_use' || json === '') return NOTHING;
        block.isWritten = true;
        return { toolCalls: [call(index, json)] };
      }
      default:
        return NOTHING;
    }
  }

  /** A call whose arguments never came has those of its start, or none: it is whole now (quirk: input-at-start). */
  private endBlock(index: unknown): ContentDelta {
    const block = typeof index === 'number' ? this.open.get(index) : undefined;
    if (typeof index !== 'number' || block === undefined) return NOTHING;
    this.open.delete(index);
    if (block.state?.type !== 'tool_use' || block.isWritten) return NOTHING;
    return { toolCalls: [call(index, JSON.stringify(block.input ?? {}))] };
  }

  /** Counts are cumulative, and what an event leaves out is as before (quirk: cumulative-usage). */
  private count(usage: unknown): Usage | null {
    if (!isJsonObject(usage)) return null;
    for (const [name, count] of Object.entries(usage)) if (count !== null) this.usage[name] = count;
    return fromUsage({ cache_read_input_tokens: 0, ...this.usage });
  }
}

type ContentDelta = Partial<Pick<ChatChunk, 'text' | 'reasoning' | 'toolCalls'>>;

const NOTHING: ContentDelta = {};

function delta(content: ContentDelta): ChatChunk {
  return content === NOTHING ? EMPTY_CHUNK : deltaChunk(content.text ?? '', content.reasoning, content.toolCalls);
}

function call(index: number, json: string, identity: { id: string; name: string } | null = null): ToolCallDelta {
  const { id, name } = identity ?? { id: '', name: '' };
  return { index, id: id || null, name: name || null, arguments: json, object: null, extras: null };
}

/** `pause_turn`: the provider stopped in the middle, and wants to be asked to go on, as after `max_tokens`. */
function readStopReason(reason: unknown): WireFinish | null {
  if (typeof reason !== 'string') return null;
  switch (reason) {
    case 'end_turn':
    case 'stop_sequence':
      return 'stop';
    case 'tool_use':
      return 'tool-calls';
    case 'max_tokens':
    case 'model_context_window_exceeded':
    case 'pause_turn':
      return 'length';
    case 'refusal':
      return 'content-filter';
    default:
      return 'other';
  }
}

/** Errors inside a stream name a type, which stands for the status they would have had. */
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
