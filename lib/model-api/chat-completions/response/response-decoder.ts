import type { ModelEvent, ToolDefinition, Usage } from '../../../contracts/index.ts';
import { errorStatus, failedGeneration, htmlTitle } from '../../errors/error-text.ts';
import { invalidResponse, refusal, type Target, tooLarge } from '../../errors/model-error.ts';
import type { CallIds } from '../../tool-input/call-ids.ts';
import { isJson } from '../../tool-input/json-value.ts';
import type { OpaqueState } from '../opaque-state.ts';
import { type ChatChunk, readChatChunk } from '../stream/chat-chunk.ts';
import { finishReason, isCutOff, joinFinish, type WireFinish } from '../stream/finish-reason.ts';
import { ReasoningDetails } from '../stream/reasoning-details.ts';
import { type Frame, ResponseFraming, readPayload } from '../stream/response-framing.ts';
import { ToolCallAssembler } from '../tool-calls/tool-call-assembler.ts';
import { ResponseEvents } from './response-events.ts';

/** What one answer says, text, reasoning and arguments together, is no longer than this. In characters. */
const MAX_ANSWER = 16_000_000;
/**
 * A reply with all that servers wrap around its words, some 250 characters a token, is no longer than this: enough for two
 * million tokens. In characters.
 */
const MAX_WIRE = 500_000_000;

export type ResponseDecoderOptions = {
  /** The longest arguments a call may have, in characters. */
  maxInput?: number;
  /**
   * Reads what a model wrote where its server failed to (`failed_generation`): the events without an end, or none, in which
   * case the server's error counts.
   */
  salvage?: (text: string) => ModelEvent[];
};

type Refusal = Extract<ModelEvent, { type: 'failure' | 'retry' }>;

/**
 * Turns a reply body into model events, synchronously, piece by piece. `push` takes decoded text; when `isOver`, nothing
 * more needs to be read. `end` says how the reply ended: with `step-end`, `interrupted`, or `failure`. A body that
 * ends with neither a finish reason nor `[DONE]` nor as one whole message was cut, whatever else it says.
 */
export class ResponseDecoder {
  isOver = false;
  private readonly target: Target;
  private readonly framing = new ResponseFraming((frame) => this.take(frame));
  private readonly assembler: ToolCallAssembler;
  private readonly salvage: (text: string) => ModelEvent[];
  private readonly events = new ResponseEvents();
  private readonly opaque = new OpaqueCollector();
  private finish: WireFinish | null = null;
  private usage: Usage | null = null;
  private refused: Refusal | null = null;
  /** The last whole message: it counts if the answer did not come in pieces (quirk: message-beside-delta). */
  private message: ChatChunk | null = null;
  private isWhole = false;
  /** The first JSON that was no part of an answer. Lines of this kind are skipped where others are. */
  private foreign: string | null = null;
  private hasAnswer = false;
  /** A chunk was no JSON, and nothing of it could be read: some of the answer is missing. */
  private isDamaged = false;
  private salvagedCalls = 0;
  private wireLength = 0;
  private saidLength = 0;

  constructor(target: Target, tools: readonly ToolDefinition[], ids: CallIds, options: ResponseDecoderOptions = {}) {
    this.target = target;
    this.assembler = new ToolCallAssembler(
      tools,
      ids,
      options.maxInput === undefined ? {} : { maxInput: options.maxInput },
    );
    this.salvage = options.salvage ?? (() => []);
  }

  /** Has anything been said that a user could see? */
  get hasSpoken(): boolean {
    return this.events.hasSpoken;
  }

  /** Whether the server has said that the reply is whole, or why it ends. */
  get isEnded(): boolean {
    return this.isWhole || this.finish !== null;
  }

  push(text: string): ModelEvent[] {
    this.wireLength += text.length;
    if (this.wireLength > MAX_WIRE) this.refuse(tooLarge(this.target, MAX_WIRE));
    this.framing.push(text);
    return this.events.take();
  }

  /** The body has ended, or reading stopped. `cut`: the connection broke instead of being closed. */
  end({ cut = false } = {}): ModelEvent[] {
    this.framing.end();
    if (!this.hasSpoken && this.message !== null && this.refused === null) {
      this.say(this.message);
      this.isWhole = true;
    }
    if (this.finish === 'error') this.refuse(refusal(this.target, 500, ''));
    if (this.foreign !== null && !this.hasAnswer) this.refuse(invalidResponse(this.target, 'other', this.foreign));
    const isEnded = this.isEnded && !this.isDamaged;
    if (this.refused) this.giveUp(this.refused);
    else if (cut || !isEnded) this.interrupt();
    else this.endStep();
    return this.events.take();
  }

  /** A request that may be sent again is only that as long as nothing has been shown. */
  private giveUp(refused: Refusal): void {
    this.events.addAll(this.assembler.end({ cut: true }));
    const isFinal = refused.type === 'failure' || this.hasSpoken;
    this.events.add(isFinal ? { type: 'failure', failure: refused.failure } : refused);
  }

  private interrupt(): void {
    this.events.addAll(this.assembler.end({ cut: true }));
    if (this.hasSpoken) {
      const detail = this.isDamaged ? 'part-lost' : 'connection-ended';
      this.events.add({ type: 'interrupted', detail });
    } else {
      const reason = { type: 'closed-without-answer', host: this.target.host } as const;
      this.events.add({ type: 'failure', failure: { code: 'network', reason, retryable: true } });
    }
  }

  private endStep(): void {
    this.events.addAll(this.assembler.end({ cut: this.salvagedCalls > 0 || isCutOff(this.finish) }));
    const hasCalls = this.assembler.callCount + this.salvagedCalls > 0;
    const opaque = this.opaque.state(this.assembler.opaque);
    this.events.add({
      type: 'step-end',
      finishReason: finishReason(this.finish, hasCalls),
      ...(this.usage ? { usage: this.usage } : {}),
      ...(opaque ? { opaque } : {}),
    });
  }

  private take(frame: Frame): void {
    if (this.isOver) return;
    switch (frame.type) {
      case 'data':
        this.takeData(frame.data, frame.isError);
        break;
      case 'json':
        this.takeJson(frame.text);
        break;
      case 'html':
        this.refuse(invalidResponse(this.target, 'web-page', htmlTitle(frame.text)));
        break;
      case 'too-large':
        this.refuse(tooLarge(this.target, frame.limit));
        break;
      default:
        frame satisfies never;
    }
  }

  private takeData(data: string, isError: boolean): void {
    const payload = readPayload(data);
    if (payload.isBroken) this.takeDamage(payload.values.length === 0);
    if (isError && payload.values.length === 0 && payload.isBroken) this.fail(data);
    for (const value of payload.values) {
      this.takeValue(isError && !(isJson(value) && value.error) ? { error: value } : value);
    }
    if (!payload.isDone) return;
    this.isWhole = true;
    this.isOver = true;
  }

  /** A body that is JSON, or one line of it. */
  private takeJson(text: string): void {
    const { values, isBroken } = readPayload(text);
    if (isBroken) this.takeDamage(values.length === 0);
    for (const value of values) this.takeValue(value);
    this.hasAnswer ||= this.hasSpoken || values.some(hasChoices);
    if (this.isOver || values.length === 0 || this.hasAnswer) return;
    const isOllama = values.some((value) => isJson(value) && 'done' in value);
    if (isOllama) this.refuse(invalidResponse(this.target, 'ollama'));
    else this.foreign ??= text.trim().slice(0, 200);
  }

  private takeDamage(isLost: boolean): void {
    // After the finish reason there is nothing of the answer left to lose.
    this.isDamaged ||= isLost && this.finish === null;
    this.assembler.damage();
  }

  private takeValue(value: unknown): void {
    if (this.isOver) return;
    const chunk = readChatChunk(value);
    if (chunk.error !== null) {
      this.fail(chunk.error);
      return;
    }
    if (chunk.usage !== null) this.usage = chunk.usage;
    if (chunk.source === 'message') this.message = chunk;
    else if (chunk.source === 'delta') this.say(chunk);
    if (chunk.finishReason === null) return;
    this.finish = joinFinish(this.finish, chunk.finishReason);
    if (isCutOff(this.finish)) this.assembler.cut();
  }

  private say(chunk: ChatChunk): void {
    this.saidLength += lengthOf(chunk);
    if (this.saidLength > MAX_ANSWER) {
      this.refuse(tooLarge(this.target, MAX_ANSWER));
      return;
    }
    if (chunk.reasoning !== '') this.events.add({ type: 'reasoning-delta', delta: chunk.reasoning });
    if (chunk.text !== '') this.events.text(chunk.text);
    for (const delta of chunk.toolCalls) this.events.addAll(this.assembler.push(delta));
    this.opaque.take(chunk);
  }

  /** The server says that it failed; what the model had written by then may still be a call. */
  private fail(error: unknown): void {
    const body = typeof error === 'string' ? error : JSON.stringify({ error });
    const generation = failedGeneration(body);
    const salvaged = generation === null ? [] : this.salvage(generation);
    if (salvaged.length === 0) {
      this.refuse(refusal(this.target, errorStatus(error), body));
      return;
    }
    this.events.addAll(salvaged);
    this.salvagedCalls = salvaged.filter((event) => event.type === 'tool-input-start').length;
    this.isWhole = true;
    this.isOver = true;
  }

  private refuse(event: ModelEvent): void {
    if (event.type === 'failure' || event.type === 'retry') this.refused ??= event;
    this.isOver = true;
  }
}

/** How much a chunk says, in characters. */
function lengthOf({ text, reasoning, toolCalls }: ChatChunk): number {
  let length = text.length + reasoning.length;
  for (const delta of toolCalls) length += delta.arguments.length;
  return length;
}

function hasChoices(value: unknown): boolean {
  return isJson(value) && Array.isArray(value.choices);
}

/** Gathers what a provider wants echoed with a step; see `OpaqueState`. */
class OpaqueCollector {
  private reasoningField: string | null = null;
  private readonly details = new ReasoningDetails();

  take(chunk: ChatChunk): void {
    this.reasoningField ??= chunk.reasoningField;
    if (chunk.reasoningDetails.length > 0) this.details.push(chunk.reasoningDetails);
  }

  /** null where there is nothing to echo. */
  state(toolCalls: OpaqueState['toolCalls']): OpaqueState | null {
    const { reasoningField } = this;
    const reasoningDetails = this.details.entries;
    const isEmpty = reasoningField === null && reasoningDetails.length === 0 && Object.keys(toolCalls).length === 0;
    return isEmpty ? null : { reasoningField, reasoningDetails, toolCalls };
  }
}
