import type { EventOf, MetricSample, Metrics, ModelEvent, ModelRef, ToolMode } from '../../contracts/index.ts';

type Detected = { toolName: string; format: string; ms: number; whileStreaming: boolean };

/** The format of native calls. */
const NATIVE = 'native';

/**
 * Measures one model request: time of first content, detection and parsing of calls, and its end. Only reads the clock and
 * records samples.
 */
export class StepMeter {
  readonly #metrics: Metrics;
  readonly #now: () => number;
  readonly #model: ModelRef;
  readonly #toolMode: ToolMode;
  readonly #askedAt: number;
  /** Calls whose arguments are still open. Retracted calls are not counted. */
  readonly #detected = new Map<string, Detected>();
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
        return;
      case 'tool-input-start':
        this.#detect(event);
        return;
      case 'tool-input-available':
        this.#parsed(event.toolCallId, event.repaired ? 'repaired' : 'strict');
        return;
      case 'tool-input-error':
        this.#parsed(event.toolCallId, 'failed');
        return;
      case 'step-end':
        this.#end(event);
        return;
      case 'failure':
      case 'interrupted':
      case 'retry':
        this.#end(null);
        return;
      case 'observation':
      case 'tool-input-delta':
      case 'tool-input-retract':
      case 'reply-discard':
      case 'step-notice':
      case 'text-to-reasoning':
        return;
      default:
        event satisfies never;
    }
  }

  /** Milliseconds since the request. */
  get elapsedMs(): number {
    return this.#now() - this.#askedAt;
  }

  /** Records that shown output was retracted. */
  rollback(): void {
    this.#record({ type: 'rollback' });
  }

  #hasContent(): number {
    this.#firstAt ??= this.#now();
    return this.#firstAt;
  }

  #detect({ toolCallId, toolName, format = NATIVE, atEnd = false }: EventOf<'tool-input-start'>): void {
    const ms = this.#now() - this.#hasContent();
    this.#format = this.#format === null || this.#format === format ? format : 'several';
    this.#detected.set(toolCallId, { toolName, format, ms, whileStreaming: !atEnd });
  }

  #parsed(toolCallId: string, how: 'strict' | 'repaired' | 'failed'): void {
    const detected = this.#detected.get(toolCallId);
    if (detected === undefined) return;
    this.#detected.delete(toolCallId);
    this.#record({ type: 'call-detected', ...detected });
    this.#record({ type: 'call-parsed', toolName: detected.toolName, how });
  }

  #end(end: EventOf<'step-end'> | null): void {
    this.#record({
      type: 'step',
      toolMode: this.#toolMode,
      ms: this.elapsedMs,
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
