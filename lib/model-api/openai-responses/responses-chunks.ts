import { isJsonObject, type JsonObject } from '../../contracts/index.ts';
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
import type { ResponsesState, StateItem } from './responses-input.ts';

/** Reads the events of a Responses stream, or one whole response. Events that are not known say nothing. */
export class ResponsesChunkReader implements ChunkReader {
  readonly everyValueIsProgress = true;
  private readonly items = new Map<number, StateItem>();
  /** Calls whose arguments have begun to come. */
  private readonly written = new Set<number>();
  private hasRefused = false;

  isAnswer(value: unknown): boolean {
    return (
      isJsonObject(value) && (value.object === 'response' || (typeof value.type === 'string' && value.type !== 'error'))
    );
  }

  opaque(): ResponsesState | null {
    const items = [...this.items].sort(([a], [b]) => a - b).map(([, item]) => item);
    return items.some(({ type }) => type === 'reasoning') ? { interface: 'openai-responses', items } : null;
  }

  read(value: unknown): ChatChunk {
    if (!isJsonObject(value)) return EMPTY_CHUNK;
    if (value.object === 'response') return this.readWhole(value);
    const index = typeof value.output_index === 'number' ? value.output_index : 0;
    switch (value.type) {
      case 'response.output_item.added':
        return deltaChunk('', '', this.begin(index, value.item));
      case 'response.output_text.delta':
        return deltaChunk(this.addText(index, textIn(value.delta)));
      case 'response.refusal.delta':
        this.hasRefused = true;
        return deltaChunk(this.addText(index, textIn(value.delta)));
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return deltaChunk('', textIn(value.delta));
      case 'response.reasoning_summary_part.added':
        return deltaChunk('', value.summary_index === 0 ? '' : '\n\n');
      case 'response.function_call_arguments.delta':
        return deltaChunk('', '', this.write(index, textIn(value.delta)));
      case 'response.output_item.done':
        return deltaChunk('', '', this.end(index, value.item));
      case 'response.completed':
      case 'response.incomplete':
        return { ...this.readEnd(value.response), isLast: true };
      case 'response.failed':
        return { ...EMPTY_CHUNK, error: withStatus(isJsonObject(value.response) ? value.response.error : null) };
      case 'error':
        return { ...EMPTY_CHUNK, error: withStatus(isJsonObject(value.error) ? value.error : value) };
      default:
        return value.error ? { ...EMPTY_CHUNK, error: withStatus(value.error) } : EMPTY_CHUNK;
    }
  }

  private begin(index: number, item: unknown): ToolCallDelta[] {
    if (!isJsonObject(item)) return [];
    switch (item.type) {
      case 'message':
        this.items.set(index, { type: 'message', length: 0, ...phaseOf(item) });
        return [];
      case 'function_call':
        this.items.set(index, { type: 'function_call' });
        return [call(index, '', item), ...this.write(index, textIn(item.arguments))];
      default:
        return [];
    }
  }

  private addText(index: number, text: string): string {
    const item = this.items.get(index);
    if (item?.type === 'message') item.length += text.length;
    else this.items.set(index, { type: 'message', length: text.length });
    return text;
  }

  private write(index: number, json: string): ToolCallDelta[] {
    if (json === '') return [];
    this.written.add(index);
    return [call(index, json)];
  }

  /** The item as a whole: reasoning is read only here, and arguments if none came in pieces. */
  private end(index: number, item: unknown): ToolCallDelta[] {
    if (!isJsonObject(item)) return [];
    if (item.type === 'reasoning') {
      // Without encrypted content the server would look for what it has not stored.
      if (typeof item.encrypted_content === 'string') this.items.set(index, { type: 'reasoning', item });
      return [];
    }
    if (item.type !== 'function_call') return [];
    const begun = this.items.has(index) ? [] : this.begin(index, { ...item, arguments: '' });
    return this.written.has(index) ? begun : [...begun, ...this.write(index, textIn(item.arguments) || '{}')];
  }

  private readEnd(response: unknown): ChatChunk {
    if (!isJsonObject(response)) return EMPTY_CHUNK;
    return { ...EMPTY_CHUNK, finishReason: this.readStatus(response), usage: fromUsage(response.usage) };
  }

  private readStatus({ status, incomplete_details: details }: JsonObject): WireFinish | null {
    if (this.hasRefused) return 'content-filter';
    if (status !== 'incomplete') return status === 'completed' ? 'stop' : null;
    const reason = isJsonObject(details) ? details.reason : null;
    if (reason === 'content_filter') return 'content-filter';
    return reason === 'max_output_tokens' ? 'length' : 'other';
  }

  /** A reply that was not streamed, from a gateway that cannot. */
  private readWhole(response: JsonObject): ChatChunk {
    if (response.error) return { ...EMPTY_CHUNK, error: withStatus(response.error) };
    let text = '';
    let reasoning = '';
    const toolCalls: ToolCallDelta[] = [];
    for (const [index, item] of (Array.isArray(response.output) ? response.output : []).entries()) {
      if (!isJsonObject(item)) continue;
      if (item.type === 'message') {
        this.begin(index, item);
        text += this.addText(index, this.textOfParts(item.content));
      } else if (item.type === 'reasoning') {
        reasoning += this.textOfParts(item.summary);
      }
      toolCalls.push(...this.end(index, item));
    }
    return { ...this.readEnd(response), source: 'message', text, reasoning, toolCalls };
  }

  private textOfParts(parts: unknown): string {
    if (!Array.isArray(parts)) return '';
    return parts
      .filter(isJsonObject)
      .map((part) => {
        this.hasRefused ||= part.type === 'refusal';
        return textIn(part.text) + textIn(part.refusal);
      })
      .join('');
  }
}

function call(index: number, json: string, item: JsonObject = {}): ToolCallDelta {
  const id = textIn(item.call_id) || null;
  const name = textIn(item.name) || null;
  return { index, id, name, arguments: json, object: null, extras: null };
}

function phaseOf({ phase }: JsonObject): { phase?: string } {
  return typeof phase === 'string' ? { phase } : {};
}

/** Errors inside a stream have a code in words, which stands for the status they would have had. */
const STATUS: Record<string, number> = {
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  invalid_prompt: 400,
  context_length_exceeded: 400,
  invalid_request_error: 400,
  server_is_overloaded: 503,
  slow_down: 503,
};

function withStatus(error: unknown): unknown {
  if (!isJsonObject(error)) return error ?? { message: 'response.failed' };
  const code = STATUS[textIn(error.code)] ?? STATUS[textIn(error.type)];
  return code === undefined ? { message: error.message, code: error.code } : { message: error.message, code };
}
