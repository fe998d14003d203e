// Observes one step while it streams, to decide whether it is an answer and to measure it. Both observers read the
// events that `callModel` passes on and change nothing.
import type {
  EventOf,
  MetricSample,
  Metrics,
  ModelEvent,
  ModelProfile,
  ModelRef,
  StepDecision,
  ToolMode,
} from '../../contracts/index.ts';

/**
 * When a step counts as an answer. `first-chunk`: at its first text, for models that call before any text.
 * `whole-stream`: when the stream has ended without a call, for models that write text first (quirk: text-before-calls,
 * eino#892).
 */
export type CheckStrategy = 'first-chunk' | 'whole-stream';

/** The minimum number of steps with calls before a model is assumed to call first. */
const ENOUGH_STEPS = 3;
/** One in this many steps may have begun with text. */
const EXCEPTIONS = 20;

/** Chooses the strategy from the observed steps. For an unknown model, the whole stream is awaited. */
export function chooseCheckStrategy({ toolsFirst, textFirst }: ModelProfile['toolTiming']): CheckStrategy {
  return toolsFirst >= ENOUGH_STEPS && textFirst * EXCEPTIONS <= toolsFirst ? 'first-chunk' : 'whole-stream';
}

/**
 * Decides for one step, as early as its strategy allows, whether it is an answer or uses tools. Blank text and
 * reasoning never decide (quirk: blank-content). A call always does: an `answer` followed by a call becomes `tools`,
 * and after all calls were retracted it may become an answer again. The stream is read to its end in any case.
 */
export class ToolCallChecker {
  readonly #strategy: CheckStrategy;
  readonly #calls = new Set<string>();
  #decision: StepDecision | null = null;
  #hasText = false;
  #timing: 'tools-first' | 'text-first' | null = null;

  constructor(strategy: CheckStrategy) {
    this.#strategy = strategy;
  }

  /** Whether the step's calls came before its text. Null for a step without calls. */
  get timing(): 'tools-first' | 'text-first' | null {
    return this.#calls.size > 0 ? this.#timing : null;
  }

  /** The current decision. Null while it is open. */
  get decision(): StepDecision | null {
    return this.#decision;
  }

  /** Processes the next event. Returns the decision if it changed, otherwise null. */
  push(event: ModelEvent): StepDecision | null {
    switch (event.type) {
      case 'text-delta':
        if (event.delta.trim() === '') return null;
        this.#hasText = true;
        return this.#strategy === 'first-chunk' && this.#calls.size === 0 ? this.#decide('answer') : null;
      case 'tool-input-start':
        this.#timing ??= this.#hasText ? 'text-first' : 'tools-first';
        this.#calls.add(event.toolCallId);
        return this.#decide('tools');
      case 'tool-input-retract':
        this.#calls.delete(event.toolCallId);
        if (this.#calls.size === 0) this.#timing = null;
        return null;
      case 'step-end':
        return this.#decide(this.#calls.size > 0 ? 'tools' : 'answer');
      case 'reasoning-delta':
      case 'tool-input-delta':
      case 'tool-input-available':
      case 'tool-input-error':
      case 'failure':
      case 'interrupted':
      case 'observation':
      case 'reply-discard':
      case 'step-notice':
      case 'text-to-reasoning':
      case 'retry':
        return null;
      default:
        return event satisfies never;
    }
  }

  #decide(decision: StepDecision): StepDecision | null {
    if (this.#decision === decision) return null;
    this.#decision = decision;
    return decision;
  }
}

type Detected = { toolName: string; format: string; ms: number; whileStreaming: boolean };

/** The format of native calls. */
const NATIVE = 'native';

/**
 * Measures one model request: the time of its first content, the detection and parsing of calls, and its end. It only
 * reads the clock and records samples.
 */
export class StepMeter {
  readonly #metrics: Metrics;
  readonly #now: () => number;
  readonly #model: ModelRef;
  readonly #toolMode: ToolMode;
  readonly #askedAt: number;
  /** Calls whose arguments are incomplete. Retracted calls are not counted. */
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

  /** Records that visible output was retracted. */
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
