import type { ModelEvent, StepDecision } from '../../contracts/index.ts';

/** Counts of steps with calls: those that began with a call, and those that began with text. */
export type ToolTiming = { toolsFirst: number; textFirst: number };

/**
 * When a step is taken for an answer: at its first text (`first-chunk`, for models that call before any text), or when the stream
 * has ended without a call (`whole-stream`, for models that write text first; quirk: text-before-calls, eino#892).
 */
export type CheckStrategy = 'first-chunk' | 'whole-stream';

/** Minimum number of steps with calls before a model is assumed to call first. */
const ENOUGH_STEPS = 3;
/** One in this many steps may have begun with text. */
const EXCEPTIONS = 20;

/** Chooses the strategy from observed steps. For an unknown model the whole stream is awaited. */
export function chooseCheckStrategy({ toolsFirst, textFirst }: ToolTiming): CheckStrategy {
  return toolsFirst >= ENOUGH_STEPS && textFirst * EXCEPTIONS <= toolsFirst ? 'first-chunk' : 'whole-stream';
}

/**
 * Decides for one step, as early as its strategy allows, whether it is an answer or uses tools. Blank text and reasoning never
 * decide (quirk: blank-content). A call always does: an `answer` followed by a call becomes `tools`, and after all calls were
 * retracted it may be an answer again. The stream is read to its end in any case.
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

  /** What the step's calls show about the model; null for a step without calls. */
  get timing(): 'tools-first' | 'text-first' | null {
    return this.#calls.size > 0 ? this.#timing : null;
  }

  /** The decision so far; null while open. */
  get decision(): StepDecision | null {
    return this.#decision;
  }

  /** Processes the next event. Returns the decision if it changed, else null. */
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
