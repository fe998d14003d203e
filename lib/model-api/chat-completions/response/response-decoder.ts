import { isJsonObject, type ModelEvent, type ToolDefinition, type Usage } from '../../../contracts/index.ts';
import { htmlTitle } from '../../../text/index.ts';
import { errorStatus, failedGeneration, statusInWords } from '../../errors/error-text.ts';
import { invalidResponse, refusal, type Target, tooLarge } from '../../errors/model-error.ts';
import { answerLimitIn } from '../../errors/optional-parameters.ts';
import type { CallIds } from '../../tool-input/call-identity.ts';
import { ChatChunkReader } from '../stream/chat-chunks.ts';
import type { ChatChunk, ChunkReader } from '../stream/chunk-reader.ts';
import { finishReason, isCutOff, joinFinish, type WireFinish } from '../stream/finish-words.ts';
import { type Frame, ResponseFraming, readPayload } from '../stream/response-framing.ts';
import { ToolCallAssembler } from '../tool-calls/tool-call-assembler.ts';

/** Maximum size of text, reasoning and arguments of one answer together. In characters. */
const MAX_ANSWER = 16_000_000;
/**
 * Maximum size of a response body. At about 250 characters of overhead per token, it is enough for two million tokens.
 * In characters.
 */
const MAX_WIRE = 500_000_000;

export type ResponseDecoderOptions = {
  /** Maximum size of the arguments of a call, in characters. */
  maxInput?: number;
  /** The reader for the interface of this reply; by default that of `/chat/completions`. */
  chunks?: ChunkReader;
  /** The reader for a value that only one interface sends, or null (quirk: reply-of-other-interface). */
  readerForValue?: (value: unknown) => ChunkReader | null;
  /**
   * Reads text that the server failed to parse (`failed_generation`). Returns the events without an end. If it returns
   * none, the server's error is reported.
   */
  salvage?: (text: string) => ModelEvent[];
};

/** The finish reason is shown to the user, and a server may send anything. In characters. */
const MAX_FINISH_WORD = 60;

/** The body of an error, built from the finish reason of an answer. */
function failedEnd(word: string): string {
  return JSON.stringify({ error: { message: word } });
}

type Refusal = Extract<ModelEvent, { type: 'failure' | 'retry' }>;

/**
 * Decodes a response body into model events, synchronously, in pieces. `push` takes decoded text; once `isOver`,
 * nothing more needs to be read. `end` returns the end of the response: `step-end`, `interrupted`, or `failure`. A body
 * without a finish reason, `[DONE]` or the form of one whole message was cut off.
 */
export class ResponseDecoder {
  isOver = false;
  readonly #target: Target;
  readonly #framing = new ResponseFraming((frame) => this.#take(frame));
  readonly #assembler: ToolCallAssembler;
  readonly #salvage: (text: string) => ModelEvent[];
  readonly #events = new ResponseEvents();
  #chunks: ChunkReader;
  readonly #readerForValue: (value: unknown) => ChunkReader | null;
  #finish: WireFinish | null = null;
  /** The server's own value of `finish`, or ''. */
  #finishWord = '';
  #usage: Usage | null = null;
  #refused: Refusal | null = null;
  /** The last whole message, used if the answer did not arrive in deltas (quirk: message-beside-delta). */
  #message: ChatChunk | null = null;
  #isWhole = false;
  /** The first JSON or text that is not part of an answer. It is ignored if an answer follows. */
  #foreign: string | null = null;
  #hasAnswer = false;
  /** Whether a chunk was invalid JSON, so that some of the answer is missing. */
  #isDamaged = false;
  #salvagedCalls = 0;
  #wireLength = 0;
  #contentLength = 0;

  constructor(target: Target, tools: readonly ToolDefinition[], ids: CallIds, options: ResponseDecoderOptions = {}) {
    this.#target = target;
    this.#assembler = new ToolCallAssembler(
      tools,
      ids,
      options.maxInput === undefined ? {} : { maxInput: options.maxInput },
    );
    this.#chunks = options.chunks ?? new ChatChunkReader();
    this.#readerForValue = options.readerForValue ?? (() => null);
    this.#salvage = options.salvage ?? (() => []);
  }

  /** Whether anything visible to the user was emitted. */
  get hasContent(): boolean {
    return this.#events.hasContent;
  }

  /** Whether the last piece contained values that show that the model is working; see `ChunkReader`. */
  hasProgress = false;

  /** Whether the server has reported that the reply is complete, or why it ended. */
  get isEnded(): boolean {
    return this.#isWhole || this.#finish !== null;
  }

  push(text: string): ModelEvent[] {
    this.hasProgress = false;
    this.#wireLength += text.length;
    if (this.#wireLength > MAX_WIRE) this.#refuse(tooLarge(this.#target, MAX_WIRE));
    this.#framing.push(text);
    return this.#events.take();
  }

  /** Ends the response: the body ended, or reading stopped. `isTruncated`: the connection broke. */
  end({ isTruncated = false } = {}): ModelEvent[] {
    this.#framing.end();
    if (this.#message !== null && this.#refused === null) this.#takeMessage(this.#message);
    if (this.#finish === 'error' ? !this.#events.hasText : this.#finish === 'other' && !this.hasContent)
      this.#refuse(refusal(this.#target, 503, failedEnd(this.#finishWord)));
    const hasAnswer = this.#hasAnswer || this.hasContent || this.#finish !== null;
    if (this.#foreign !== null && !hasAnswer) this.#refuseText(this.#foreign);
    if (this.#hasReachedLimit()) {
      this.#finish = 'length';
      this.#assembler.markTruncated();
    }
    // An end without an answer before it ends nothing (quirk: done-alone).
    const isEnded = this.isEnded && !this.#isDamaged && hasAnswer;
    if (this.#refused) this.#endRefused(this.#refused);
    else if (isTruncated || !isEnded || this.#finish === 'error') this.#interrupt();
    else this.#endStep();
    return this.#events.take();
  }

  /** Whether an answer that seems complete has exactly as many tokens as the request allowed (quirk: limit-unsaid). */
  #hasReachedLimit(): boolean {
    const tokenCount = this.#usage?.outputTokens;
    return this.#finish === 'stop' && tokenCount !== undefined && tokenCount === answerLimitIn(this.#target.body ?? {});
  }

  /**
   * Takes the last whole message: all of it, or only its calls if deltas came before it (quirk: message-after-deltas).
   */
  #takeMessage(message: ChatChunk): void {
    if (this.hasContent) this.#events.addAll(this.#assembler.pushWhole(message.toolCalls));
    else this.#addContent(message);
    this.#isWhole = true;
  }

  /** A request may only be sent again if nothing was shown yet. */
  #endRefused(refusalEvent: Refusal): void {
    this.#events.addAll(this.#assembler.end({ isTruncated: true }));
    const isFinal = refusalEvent.type === 'failure' || this.hasContent;
    this.#events.add(isFinal ? { type: 'failure', failure: refusalEvent.failure } : refusalEvent);
  }

  #interrupt(): void {
    this.#events.addAll(this.#assembler.end({ isTruncated: true }));
    if (this.hasContent) {
      const detail = this.#isDamaged ? 'part-lost' : this.#finish === 'error' ? 'server-stopped' : 'connection-ended';
      this.#events.add({ type: 'interrupted', detail });
    } else {
      const reason = { type: 'closed-without-answer', host: this.#target.host } as const;
      this.#events.add({ type: 'failure', failure: { code: 'network', reason, retryable: true } });
    }
  }

  #endStep(): void {
    // An unknown finish reason may mean that the answer was cut off, so nothing is repaired (quirk:
    // finish-other-words).
    const isUnknown = this.#finish === 'other';
    const isTruncated = this.#salvagedCalls > 0 || isCutOff(this.#finish);
    if (isUnknown) this.#events.add({ type: 'step-notice', notice: { code: 'ended-with', word: this.#finishWord } });
    this.#events.addAll(this.#assembler.end({ isTruncated, mayRepair: !isUnknown }));
    const hasCalls = this.#assembler.callCount + this.#salvagedCalls > 0;
    const opaque = this.#chunks.opaque(this.#assembler.opaque);
    this.#events.add({
      type: 'step-end',
      finishReason: finishReason(this.#finish, hasCalls),
      ...(this.#usage ? { usage: this.#usage } : {}),
      ...(opaque ? { opaque } : {}),
    });
  }

  #take(frame: Frame): void {
    if (this.isOver) return;
    switch (frame.type) {
      case 'data':
        this.#takeData(frame);
        break;
      case 'json':
        this.#takeJson(frame.text);
        break;
      case 'html':
        this.#refuse(invalidResponse(this.#target, 'web-page', htmlTitle(frame.text)));
        break;
      case 'text':
        this.#refuseText(frame.text);
        break;
      case 'too-large':
        this.#refuse(tooLarge(this.#target, frame.limit));
        break;
      default:
        frame satisfies never;
    }
  }

  #takeData({ data, event, isError }: Extract<Frame, { type: 'data' }>): void {
    const payload = readPayload(data);
    if (payload.isBroken) this.#takeDamage(payload.values.length === 0);
    if (isError && payload.values.length === 0 && !payload.isDone && data.trim() !== '') this.#fail(data);
    if (payload.error !== null) this.#fail(payload.error);
    for (const read of payload.values) {
      this.#chooseReader(read);
      const value = this.#chunks.eventIsType === true ? withType(read, event) : read;
      this.#takeValue(isError && !(isJsonObject(value) && value.error) ? { error: value } : value);
      this.#hasAnswer ||= this.#chunks.isAnswer(value);
    }
    if (!this.#hasAnswer) this.#foreign ??= foreignText(payload.values.find(isNoStatus), payload.words);
    if (!payload.isDone) return;
    this.#isWhole = true;
    this.isOver = true;
  }

  /** Reads a JSON body, or one line of one. */
  #takeJson(text: string): void {
    const { values, isBroken } = readPayload(text);
    if (isBroken) this.#takeDamage(values.length === 0);
    for (const value of values) {
      this.#chooseReader(value);
      this.#takeValue(value);
    }
    this.#hasAnswer ||= this.hasContent || values.some((value) => this.#chunks.isAnswer(value));
    if (this.isOver || values.length === 0 || this.#hasAnswer) return;
    const isOllama = values.some((value) => isJsonObject(value) && 'done' in value);
    if (isOllama) this.#refuse(invalidResponse(this.#target, 'ollama'));
    else this.#foreign ??= text.trim().slice(0, MAX_FOREIGN);
  }

  /** Before the first content: a reply in another interface than that of the request is read as well. */
  #chooseReader(value: unknown): void {
    const other = this.hasContent || this.#finish !== null ? null : this.#readerForValue(value);
    if (other !== null && other.constructor !== this.#chunks.constructor) this.#chunks = other;
  }

  #takeDamage(isLost: boolean): void {
    // After the finish reason, nothing of the answer can be lost.
    this.#isDamaged ||= isLost && this.#finish === null;
    this.#assembler.markDamaged();
  }

  #takeValue(value: unknown): void {
    if (this.isOver) return;
    this.hasProgress ||= this.#chunks.everyValueIsProgress === true;
    const chunk = this.#chunks.read(value);
    if (chunk.error !== null) {
      this.#fail(chunk.error);
      return;
    }
    if (chunk.usage !== null) this.#usage = chunk.usage;
    if (chunk.source === 'message') this.#message = joinMessages(this.#message, chunk);
    else if (chunk.source === 'delta') this.#addContent(chunk);
    if (chunk.finishReason !== null) {
      const before = this.#finish;
      this.#finish = joinFinish(before, chunk.finishReason);
      if (this.#finish !== before) this.#finishWord = (chunk.finishWord ?? '').slice(0, MAX_FINISH_WORD);
      if (isCutOff(this.#finish) || chunk.cutsCalls === true) this.#assembler.markTruncated();
    }
    if (chunk.isLast !== true) return;
    this.#isWhole = true;
    this.isOver = true;
  }

  #addContent(chunk: ChatChunk): void {
    this.#contentLength += countCharacters(chunk);
    if (this.#contentLength > MAX_ANSWER) {
      this.#refuse(tooLarge(this.#target, MAX_ANSWER));
      return;
    }
    if (chunk.reasoning !== '') this.#events.add({ type: 'reasoning-delta', delta: chunk.reasoning });
    if (chunk.text !== '') this.#events.text(chunk.text);
    for (const delta of chunk.toolCalls) this.#events.addAll(this.#assembler.push(delta));
    this.#chunks.take?.(chunk);
  }

  /** Handles a server error. Text that the model had written by then may still contain a call. */
  #fail(error: unknown): void {
    const body = typeof error === 'string' ? error : JSON.stringify({ error });
    const generation = failedGeneration(body);
    const salvaged = generation === null ? [] : this.#salvage(generation);
    if (salvaged.length === 0) {
      this.#refuse(refusal(this.#target, errorStatus(error), body));
      return;
    }
    this.#events.addAll(salvaged);
    this.#salvagedCalls = salvaged.filter((event) => event.type === 'tool-input-start').length;
    this.#isWhole = true;
    this.isOver = true;
  }

  /**
   * Handles text received instead of an answer. Some proxy messages mean that the request may be repeated (quirk:
   * plain-text-reply).
   */
  #refuseText(text: string): void {
    const status = statusInWords(text);
    this.#refuse(status === null ? invalidResponse(this.#target, 'other', text) : refusal(this.#target, status, text));
  }

  #refuse(event: ModelEvent): void {
    if (event.type === 'failure' || event.type === 'retry') this.#refused ??= event;
    this.isOver = true;
  }
}

/** The data of an event, with the event's name as `type` if it has none. */
function withType(value: unknown, event: string): unknown {
  return event !== '' && isJsonObject(value) && value.type === undefined ? { ...value, type: event } : value;
}

/** In characters. */
const MAX_FOREIGN = 200;

/**
 * The content of a stream without an answer, shortened: a value, or text that is more than a keep-alive. Null if there
 * is none.
 */
function foreignText(value: unknown, words: string): string | null {
  const text = value === undefined ? words : JSON.stringify(value);
  return text === '' || KEEP_ALIVE.test(text) ? null : text.slice(0, MAX_FOREIGN);
}

const KEEP_ALIVE = /\b(?:ping|pong|heartbeat|keep[ _-]?alive|processing|queued?|waiting|loading|starte?d?|ok)\b/i;

/** Whether a value has any content. */
function isNoStatus(value: unknown): boolean {
  return (isJsonObject(value) && Object.keys(value).length > 0) || (typeof value === 'string' && value !== '');
}

/**
 * The message so far. Each message is cumulative, or, if it does not begin with the previous one, holds only the
 * continuation (quirk: message-in-pieces).
 */
function joinMessages(before: ChatChunk | null, message: ChatChunk): ChatChunk {
  if (before === null) return message;
  const join = (start: string, text: string) => (text.startsWith(start) ? text : start + text);
  return {
    ...message,
    text: join(before.text, message.text),
    reasoning: join(before.reasoning, message.reasoning),
    toolCalls: message.toolCalls.length > 0 ? message.toolCalls : before.toolCalls,
  };
}

/** Size of the text in a chunk, in characters. */
function countCharacters({ text, reasoning, toolCalls }: ChatChunk): number {
  let length = text.length + reasoning.length;
  for (const delta of toolCalls) length += delta.arguments.length;
  return length;
}

/**
 * Collects the events of a response between two reads. White space alone does not start a text part: it is held back
 * until other text follows, and dropped before any other event (quirk: blank-content).
 */
class ResponseEvents {
  #events: ModelEvent[] = [];
  /** Whether text was emitted, so that white space continues it. */
  #isTextOpen = false;
  #blank = '';
  /** Whether anything visible to the user was emitted. */
  hasContent = false;
  hasText = false;

  text(delta: string): void {
    if (!this.#isTextOpen) {
      this.#blank += delta;
      if (this.#blank.trim() === '') return;
      delta = this.#blank;
      this.#blank = '';
      this.#isTextOpen = true;
      this.hasContent = true;
      this.hasText = true;
    }
    this.#events.push({ type: 'text-delta', delta });
  }

  /** Adds any event except text, which is added with `text`. */
  add(event: ModelEvent): void {
    this.#events.push(event);
    this.#isTextOpen = false;
    this.#blank = '';
    this.hasContent = true;
  }

  addAll(events: readonly ModelEvent[]): void {
    for (const event of events) this.add(event);
  }

  /** Returns the events since the last call of this method. */
  take(): ModelEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}
