import type { PageText, TranslationProgress } from '../contracts/index.ts';
import type { TaggedText } from './tagged-text.ts';

/** A paragraph, or one text node of it, and the text of its nodes before and after the translation. */
export type Unit = {
  container: Element;
  tagged: TaggedText;
  /** Text nodes that are translated one by one if the translation of the whole does not fit. */
  pieces: Text[];
  before: string;
  original: Map<Text, string>;
  /** Null if not translated yet. */
  translation: Map<Text, string> | null;
};

/** The text of one or more units. Equal texts are translated once. */
export type QueuedText = {
  id: number;
  text: string;
  before: string;
  units: Set<Unit>;
  state: 'waiting' | 'taken' | 'translated' | 'failed';
  taker: string;
  answer: string;
};

/** How far outside the window a text counts as in view: half of the window's height. */
export const MARGIN = 0.5;
/** Texts that come into view within this time are sent in one request. In milliseconds. */
const GATHER_MS = 200;

/**
 * The texts in view, until each is translated. Workers take them and put their translations. A worker may be stopped in
 * between.
 */
export class TextQueue {
  readonly #byText = new Map<string, QueuedText>();
  readonly #byId = new Map<number, QueuedText>();
  readonly #onAnswer: (unit: Unit, text: QueuedText) => void;
  #wake = Promise.withResolvers<void>();
  #taker = '';
  #isPaused = false;
  #isOver = false;

  /** `onAnswer` is called for every unit of a text once it is answered, and for units that are added later. */
  constructor(onAnswer: (unit: Unit, text: QueuedText) => void) {
    this.#onAnswer = onAnswer;
  }

  add(unit: Unit): void {
    const { text } = unit.tagged;
    let queued = this.#byText.get(text);
    if (queued === undefined) {
      queued = {
        id: this.#byId.size + 1,
        text,
        before: unit.before,
        units: new Set(),
        state: 'waiting',
        taker: '',
        answer: '',
      };
      this.#byText.set(text, queued);
      this.#byId.set(queued.id, queued);
    }
    queued.units.add(unit);
    if (queued.state === 'translated' || queued.state === 'failed') this.#onAnswer(unit, queued);
    else this.wake();
  }

  remove(unit: Unit): void {
    this.#byText.get(unit.tagged.text)?.units.delete(unit);
  }

  /** Removes a unit that went out of view, unless its text was taken. */
  leave(unit: Unit): void {
    if (this.#byText.get(unit.tagged.text)?.state === 'waiting') this.remove(unit);
  }

  /** Up to `maxTexts` texts that have not been taken yet, nearest first. Waits up to `waitMs` until there is one. */
  async take(taker: string, limits: { maxTexts: number; maxCharacters: number }, waitMs: number): Promise<PageText[]> {
    this.#taker = taker;
    this.wake();
    for (const queued of this.#byId.values()) {
      if (queued.state === 'taken' && queued.taker !== taker) queued.state = 'waiting';
    }
    const until = performance.now() + waitMs;
    let hasGathered = waitMs === 0;
    for (;;) {
      // Another worker is asking now, because the one that was waiting here was stopped.
      const isOver = this.#isOver || this.#taker !== taker;
      const nearest = isOver || this.#isPaused ? [] : this.#nearest(limits);
      const remainingMs = until - performance.now();
      if (isOver || remainingMs <= 0 || (nearest.length > 0 && (hasGathered || nearest.length === limits.maxTexts))) {
        for (const queued of nearest) Object.assign(queued, { state: 'taken', taker });
        return nearest.map(({ id, text, before }) => ({ id, text, before }));
      }
      hasGathered = nearest.length > 0;
      if (hasGathered) await pause(GATHER_MS);
      else {
        this.#wake = Promise.withResolvers();
        await Promise.race([this.#wake.promise, pause(remainingMs)]);
      }
    }
  }

  /** Sets the translations of texts. '' is a failure. */
  put(translations: readonly { id: number; text: string }[]): void {
    if (this.#isOver) return;
    for (const { id, text } of translations) {
      const queued = this.#byId.get(id);
      if (queued === undefined) continue;
      queued.state = text === '' ? 'failed' : 'translated';
      queued.answer = text;
      for (const unit of queued.units) this.#onAnswer(unit, queued);
    }
  }

  return(ids: readonly number[]): void {
    for (const id of ids) {
      const queued = this.#byId.get(id);
      if (queued?.state === 'taken') queued.state = 'waiting';
    }
  }

  /** Pauses or resumes handing out texts. */
  setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.wake();
  }

  /** Lets a waiting worker check again. */
  wake(): void {
    this.#wake.resolve();
  }

  end(): void {
    this.#isOver = true;
    this.wake();
  }

  get progress(): Pick<TranslationProgress, 'translated' | 'left' | 'failed'> {
    const progress = { translated: 0, left: 0, failed: 0 };
    for (const { state, units } of this.#byId.values()) {
      if (units.size === 0) continue;
      if (state === 'translated' || state === 'failed') progress[state] += 1;
      else progress.left += 1;
    }
    return progress;
  }

  /** The waiting texts in view, those nearest to the middle of the window first. */
  #nearest({ maxTexts, maxCharacters }: { maxTexts: number; maxCharacters: number }): QueuedText[] {
    const waiting = [...this.#byId.values()].filter(({ state, units }) => state === 'waiting' && units.size > 0);
    const near = waiting
      .map((queued) => ({ queued, distance: Math.min(...[...queued.units].map(measureDistance)) }))
      .filter(({ distance }) => distance < innerHeight * (MARGIN + 0.1))
      .sort((one, other) => one.distance - other.distance);
    const batch: QueuedText[] = [];
    let characters = 0;
    for (const { queued } of near.slice(0, maxTexts)) {
      characters += queued.text.length;
      if (batch.length > 0 && characters > maxCharacters) break;
      batch.push(queued);
    }
    return batch;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The distance of a unit from the window in CSS pixels. Infinity if it is not visible. */
function measureDistance({ container, original }: Unit): number {
  const isVisible = container.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) !== false;
  if (!isVisible) return Number.POSITIVE_INFINITY;
  const range = new Range();
  const nodes = [...original.keys()];
  const [first, last] = [nodes[0], nodes.at(-1)];
  if (first === undefined || last === undefined) return Number.POSITIVE_INFINITY;
  range.setStartBefore(first);
  range.setEndAfter(last);
  const { top, bottom, width, height } = range.getBoundingClientRect();
  if (width === 0 || height === 0) return Number.POSITIVE_INFINITY;
  return Math.max(0, top - innerHeight, -bottom);
}
