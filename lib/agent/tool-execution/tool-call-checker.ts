import type { ModelEvent, StepDecision } from '../../contracts/index.ts';

/** Counts of steps with calls: how many began with the call, and how many with text. */
export type ToolTiming = { toolsFirst: number; textFirst: number };

/**
 * When a step counts as an answer: at its first words (`first-chunk`, for models that call before they speak), or only
 * when the whole stream has brought no call (`whole-stream`, for models that speak first; quirk: text-before-calls, eino#892).
 */
export type CheckStrategy = 'first-chunk' | 'whole-stream';

/** So many steps with calls must have been seen before a model is believed to call first … */
const ENOUGH_STEPS = 3;
/** … and in at most one of so many may it have spoken first. */
const EXCEPTIONS = 20;

/** What is known of a model decides how early its words are believed; of an unknown model nothing is believed early. */
export function chooseCheckStrategy({ toolsFirst, textFirst }: ToolTiming): CheckStrategy {
  return toolsFirst >= ENOUGH_STEPS && textFirst * EXCEPTIONS <= toolsFirst ? 'first-chunk' : 'whole-stream';
}

/**
 * Tells of one step, as early as its strategy allows, whether it is an answer or work with tools. Blank text and reasoning
 * never decide (quirk: blank-content). A call always does: an `answer` that is followed by one becomes `tools`, and tools
 * that were all retracted leave room for an answer. It only watches: the stream is read to its end whatever it says.
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

  /** What the step's calls say about the model; null for a step without. */
  get timing(): 'tools-first' | 'text-first' | null {
    return this.#calls.size > 0 ? this.#timing : null;
  }

  /** What has been decided so far; null as long as it is open. */
  get decision(): StepDecision | null {
    return this.#decision;
  }

  /** Takes the next event; returns what it decides, or null where that is nothing new. */
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
      case 'lesson':
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
