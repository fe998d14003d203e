import type { EventOf } from '../protocol/event.ts';
import type { MetricSample, Metrics } from '../protocol/metric.ts';
import type { ModelRef, ToolMode } from '../protocol/model.ts';
import type { ModelEvent } from '../protocol/model-client.ts';

type Detected = { toolName: string; format: string; ms: number; deltas: number };

/** What a call is written in where it does not come as text. */
const NATIVE = 'native';

/**
 * Measures one model call: when it first said something, when its calls were recognised, how they parsed, how it ended.
 * Only looks at the clock and hands samples on.
 */
export class StepMeter {
  readonly #metrics: Metrics;
  readonly #now: () => number;
  readonly #model: ModelRef;
  readonly #toolMode: ToolMode;
  readonly #askedAt: number;
  /** Calls after which the stream has not said anything yet: only what follows shows that it had not ended. */
  readonly #detected = new Map<string, Detected>();
  readonly #names = new Map<string, string>();
  #firstAt: number | null = null;
  #format: string | null = null;

  constructor(metrics: Metrics, now: () => number, model: ModelRef, toolMode: ToolMode) {
    this.#metrics = metrics;
    this.#now = now;
    this.#model = model;
    this.#toolMode = toolMode;
    this.#askedAt = now();
  }

  push(event: ModelEvent): void {
    switch (event.type) {
      case 'text-delta':
      case 'reasoning-delta':
        this.#hasContent();
        this.#streamGoesOn();
        return;
      case 'tool-input-start':
        this.#streamGoesOn();
        this.#detect(event);
        return;
      case 'tool-input-delta':
        this.#argumentsGoOn(event.toolCallId);
        return;
      case 'tool-input-available':
        this.#parsed(event.toolCallId, event.repaired ? 'repaired' : 'strict');
        return;
      case 'tool-input-error':
        this.#parsed(event.toolCallId, 'failed');
        return;
      case 'tool-input-retract':
        this.#detected.delete(event.toolCallId);
        return;
      case 'step-end':
        this.#end(event);
        return;
      case 'failure':
      case 'interrupted':
      case 'retry':
        this.#end(null);
        return;
      case 'lesson':
      case 'step-notice':
      case 'text-to-reasoning':
        return;
      default:
        event satisfies never;
    }
  }

  /** Something shown was taken back. */
  rollback(): void {
    this.#record({ type: 'rollback' });
  }

  #hasContent(): number {
    this.#firstAt ??= this.#now();
    return this.#firstAt;
  }

  #detect({ toolCallId, toolName, format = NATIVE }: EventOf<'tool-input-start'>): void {
    const firstAt = this.#hasContent();
    this.#format = this.#format === null || this.#format === format ? format : 'several';
    this.#names.set(toolCallId, toolName);
    this.#detected.set(toolCallId, { toolName, format, ms: this.#now() - firstAt, deltas: 0 });
  }

  /** More has come: the calls before it were recognised while the reply still streamed. */
  #streamGoesOn(): void {
    for (const toolCallId of this.#detected.keys()) this.#tellDetected(toolCallId, true);
  }

  /** A first piece may come together with the call; a second one shows that the stream goes on. */
  #argumentsGoOn(toolCallId: string): void {
    const detected = this.#detected.get(toolCallId);
    if (detected === undefined) return;
    detected.deltas++;
    if (detected.deltas > 1) this.#tellDetected(toolCallId, true);
  }

  #tellDetected(toolCallId: string, whileStreaming: boolean): void {
    const detected = this.#detected.get(toolCallId);
    if (detected === undefined) return;
    const { toolName, format, ms } = detected;
    this.#record({ type: 'call-detected', toolName, format, ms, whileStreaming });
    this.#detected.delete(toolCallId);
  }

  #parsed(toolCallId: string, how: 'strict' | 'repaired' | 'failed'): void {
    const toolName = this.#names.get(toolCallId) ?? '';
    this.#record({ type: 'call-parsed', toolName, how });
  }

  #end(end: EventOf<'step-end'> | null): void {
    for (const toolCallId of this.#detected.keys()) this.#tellDetected(toolCallId, false);
    this.#record({
      type: 'step',
      toolMode: this.#toolMode,
      ms: this.#now() - this.#askedAt,
      firstEventMs: this.#firstAt === null ? null : this.#firstAt - this.#askedAt,
      finishReason: end?.finishReason ?? null,
      usage: end?.usage ?? null,
      format: this.#format,
    });
  }

  #record(sample: SampleBody): void {
    this.#metrics.record({ at: this.#now(), model: this.#model, ...sample });
  }
}

type WithoutHead<Sample> = Sample extends MetricSample ? Omit<Sample, 'at' | 'model'> : never;
type SampleBody = WithoutHead<MetricSample>;
