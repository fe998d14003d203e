import type { FinishReason, Usage } from '../protocol/model.ts';
import type { ModelEvent } from '../protocol/model-client.ts';
import type { ToolDefinition } from '../protocol/tool.ts';
import type { CallIds } from './call-ids.ts';
import { isJson, readChatChunk } from './chat-chunk.ts';
import { htmlTitle } from './error-text.ts';
import { badReply, refusal, type Target } from './model-error.ts';
import { type Frame, ReplyFraming } from './reply-framing.ts';
import { ToolCallAssembler } from './tool-call-assembler.ts';

/** One answer is no longer than this (design, bounds). In characters. */
const MAX_ANSWER = 16_000_000;

/**
 * Turns a reply body into model events, synchronously, piece by piece. `push` takes decoded text; when `isOver`, nothing
 * more needs to be read. `end` says how the reply ended: with `step-end`, `interrupted`, or `failure`. A body that
 * ends with neither a finish reason nor `[DONE]` nor as one whole message was cut, whatever else it says.
 */
export class ReplyDecoder {
  isOver = false;
  private readonly target: Target;
  private readonly framing = new ReplyFraming();
  private readonly assembler: ToolCallAssembler;
  private finishReason: FinishReason | null = null;
  private usage: Usage | null = null;
  private refused: ModelEvent | null = null;
  private isWhole = false;
  private isDamaged = false;
  private hasContent = false;
  private length = 0;

  constructor(target: Target, tools: readonly ToolDefinition[], ids: CallIds) {
    this.target = target;
    this.assembler = new ToolCallAssembler(tools, ids);
  }

  /** Has anything been said that a person could see? */
  get hasSpoken(): boolean {
    return this.hasContent;
  }

  push(text: string): ModelEvent[] {
    this.length += text.length;
    const events = this.framing.push(text).flatMap((frame) => this.take(frame));
    if (this.length > MAX_ANSWER) this.refuse(badReply(this.target, 'an answer of more than 16 MB'));
    return events;
  }

  /** The body has ended, or reading stopped. `cut`: the connection broke instead of being closed. */
  end({ cut = false } = {}): ModelEvent[] {
    const events = this.framing.end().flatMap((frame) => this.take(frame));
    if (this.refused) return [...events, this.refused];
    if (cut || this.isDamaged || !(this.isWhole || this.finishReason !== null)) {
      return [...events, ...this.interrupted()];
    }
    const isCutOff = this.finishReason === 'length' || this.finishReason === 'content-filter';
    events.push(...this.assembler.end({ cut: isCutOff }));
    const finishReason = this.finishReason ?? (this.assembler.callCount > 0 ? 'tool-calls' : 'stop');
    return [...events, { type: 'step-end', finishReason, ...(this.usage ? { usage: this.usage } : {}) }];
  }

  private interrupted(): ModelEvent[] {
    if (this.hasContent) return [{ type: 'interrupted', detail: 'The connection ended in the middle of the answer.' }];
    const message = `${this.target.host} closed the connection without an answer. Try again.`;
    return [{ type: 'failure', failure: { code: 'network', message, retryable: true } }];
  }

  private take(frame: Frame): ModelEvent[] {
    if (this.isOver) return [];
    switch (frame.type) {
      case 'data':
        return this.takeData(frame.data.trim(), frame.isError);
      case 'json':
        return this.takeBody(frame.text.trim());
      case 'html':
        return this.refuse(badReply(this.target, htmlTitle(frame.text)));
      case 'too-large':
        return this.refuse(badReply(this.target, `a single event of more than ${frame.limit} characters`));
      default:
        return frame satisfies never;
    }
  }

  private takeData(data: string, isError: boolean): ModelEvent[] {
    if (data === '') return [];
    if (/^\[done\]$/i.test(data)) {
      this.isWhole = true;
      this.isOver = true;
      return [];
    }
    const values = parseGlued(data);
    if (values.length === 0) {
      if (isError) return this.refuse(refusal(this.target, 500, data));
      this.isDamaged = true;
    }
    return values.flatMap((value) => this.takeChunk(isError && isJson(value) ? { error: value, ...value } : value));
  }

  /** A body that is JSON: one whole message, or one value a line. */
  private takeBody(text: string): ModelEvent[] {
    const values = parseGlued(text);
    if (values.length === 0) {
      this.isDamaged = true;
      return [];
    }
    const [first] = values;
    if (isJson(first) && first.choices === undefined && first.error === undefined && 'done' in first) {
      return this.refuse(badReply(this.target, "a reply of Ollama's own interface; its OpenAI interface is under /v1"));
    }
    this.isWhole = true;
    const chunks = values.flat();
    if (!chunks.some((chunk) => isJson(chunk) && (chunk.error !== undefined || Array.isArray(chunk.choices)))) {
      return this.refuse(badReply(this.target, text.slice(0, 200)));
    }
    return chunks.flatMap((chunk) => this.takeChunk(chunk));
  }

  private takeChunk(value: unknown): ModelEvent[] {
    const chunk = readChatChunk(value);
    if (chunk.error) {
      const status = isJson(chunk.error) && typeof chunk.error.code === 'number' ? chunk.error.code : 500;
      return this.refuse(refusal(this.target, status, JSON.stringify({ error: chunk.error })));
    }
    this.usage = chunk.usage ?? this.usage;
    this.finishReason = chunk.finishReason ?? this.finishReason;
    const events: ModelEvent[] = [];
    if (chunk.reasoning !== '') events.push({ type: 'reasoning-delta', delta: chunk.reasoning });
    if (chunk.text !== '') events.push({ type: 'text-delta', delta: chunk.text });
    events.push(...chunk.toolCalls.flatMap((delta) => this.assembler.push(delta)));
    this.hasContent ||= events.length > 0;
    return events;
  }

  private refuse(event: ModelEvent): ModelEvent[] {
    this.refused ??= event;
    this.isOver = true;
    return [];
  }
}

/**
 * The JSON values in a payload: one; several, one a line; or, where a server glued a broken frame to a whole one
 * (provider-quirks 57), the whole ones.
 */
function parseGlued(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    const pieces = text.split(/\n|data: ?(?=[{[])/);
    if (pieces.length === 1) return [];
    return pieces.flatMap((piece) => {
      try {
        return [JSON.parse(piece)];
      } catch {
        return [];
      }
    });
  }
}
