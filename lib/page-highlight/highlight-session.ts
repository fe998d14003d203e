import type { HighlightAnswer, PagePassage } from '../contracts/index.ts';
import { DocumentLetters, runInSlices } from './document-letters.ts';
import { classifyPlace, lightRanges } from './highlight-ranges.ts';
import type { LetterIndex } from './letter-index.ts';
import { locateInPage } from './locate-passage.ts';
import { findPointedPassage, type WatchedPlace } from './pointed-passage.ts';

/** Times in milliseconds. */
const SESSION = {
  /** How long the answer to `next` waits for the pointer. */
  wait: 10_000,
  /** The session ends if the panel does not ask again within this time. */
  lease: 5_000,
  /** Minimum time between two lookups of the pointer. */
  pointerPause: 80,
  /** After a page has changed, minimum time since the last reading before it is read again for the pointer. */
  readingPause: 1_000,
  /** How long a page that is rendered again may settle before the highlighted passages are searched again. */
  settling: 200,
} as const;

type FoundPlaces = { text: LetterIndex; places: readonly WatchedPlace[] };

/** What one panel highlights in this document, and the passages for which it watches the pointer. */
export class HighlightSession {
  readonly #onEnd: () => void;
  readonly #stop = new AbortController();
  readonly #text: DocumentLetters;
  #passages: readonly PagePassage[] = [];
  #found: FoundPlaces | null = null;
  #lastReading = Number.NEGATIVE_INFINITY;
  #lit: readonly PagePassage[] = [];
  #lightCount = 0;
  #relight: ReturnType<typeof setTimeout> | undefined;
  #pointer: { x: number; y: number } | null = null;
  #look: ReturnType<typeof setTimeout> | undefined;
  /** The index of the passage that the last lookup found, and of the one that the pointer last rested on. */
  #seen: number | null = null;
  #pointed: number | null = null;
  #reported: number | null = null;
  #answer: ((answer: HighlightAnswer) => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onEnd`: called when the session ends by itself. */
  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#text = new DocumentLetters(document, () => this.#onChange());
    const on = (type: string, listener: (event: Event) => void) =>
      addEventListener(type, listener, { signal: this.#stop.signal, capture: true, passive: true });
    on('pointermove', (event) => this.#onPointer(event as PointerEvent));
    on('pointerout', (event) => {
      if ((event as PointerEvent).relatedTarget === null) this.#onPointer(null);
    });
    on('scroll', () => this.#lookSoon());
    this.#renew();
  }

  /** Replaces the passages for which the pointer is watched. */
  watch(passages: readonly PagePassage[]): void {
    this.#passages = passages;
    this.#found = null;
    if (passages.length > 0) void this.#findPlaces();
  }

  /** Highlights these passages and no others. Resolves to the number of ranges. */
  async light(passages: readonly PagePassage[]): Promise<number> {
    const count = ++this.#lightCount;
    this.#lit = passages;
    clearTimeout(this.#relight);
    if (passages.length === 0) {
      lightRanges(this, []);
      return 0;
    }
    const text = await this.#text.read();
    if (count !== this.#lightCount || this.#stop.signal.aborted) return 0;
    const places = await runInSlices(locate(text, passages));
    if (count !== this.#lightCount || this.#stop.signal.aborted) return 0;
    const ranges = places.flatMap(({ spans }) => spans.flatMap((span) => text.createRange(span) ?? []));
    lightRanges(this, ranges);
    return ranges.length;
  }

  /** Resolves when the pointed passage differs from that in the last answer, or after some seconds. */
  next(): Promise<HighlightAnswer> {
    this.#settle();
    const { promise, resolve } = Promise.withResolvers<HighlightAnswer>();
    this.#answer = resolve;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), SESSION.wait);
    if (this.#pointed !== this.#reported) this.#settle();
    return promise;
  }

  end(): void {
    this.#stop.abort();
    this.#text.close();
    for (const timer of [this.#relight, this.#look, this.#timer]) clearTimeout(timer);
    lightRanges(this, []);
    this.#answer?.({ type: 'gone' });
  }

  /** Answers the panel, which then has some seconds to ask again. */
  #settle(): void {
    this.#reported = this.#pointed;
    this.#answer?.({ type: 'pointed', index: this.#pointed });
    this.#answer = null;
    this.#renew();
  }

  #renew(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.end();
      this.#onEnd();
    }, SESSION.lease);
  }

  #onChange(): void {
    this.#found = null;
    if (this.#lit.length === 0) return;
    clearTimeout(this.#relight);
    this.#relight = setTimeout(() => void this.light(this.#lit), SESSION.settling);
  }

  /** Only the user's actions count: scripts of the page can dispatch events, but browsers mark those as untrusted. */
  #onPointer(event: PointerEvent | null): void {
    if (event !== null && (!event.isTrusted || event.pointerType === 'touch')) return;
    this.#pointer = event && { x: event.clientX, y: event.clientY };
    this.#lookSoon();
  }

  #lookSoon(pause: number = SESSION.pointerPause): void {
    if (this.#passages.length === 0) return;
    this.#look ??= setTimeout(() => {
      this.#look = undefined;
      void this.#lookUpPointer();
    }, pause);
  }

  async #lookUpPointer(): Promise<void> {
    // A pointer that has left the page points at nothing, regardless of changes to the page.
    if (this.#pointer !== null && this.#isReadTooRecently()) return this.#lookSoon(SESSION.readingPause);
    const found = this.#pointer && (this.#found ?? (await this.#findPlaces()));
    if (this.#stop.signal.aborted) return;
    const seen = found && this.#pointer && findPointedPassage(found.text, found.places, this.#pointer);
    const isResting = seen === this.#seen;
    this.#seen = seen;
    if (seen === this.#pointed) return;
    // A pointer that is moving is not looked up: in Firefox each lookup takes some milliseconds.
    if (!isResting) return this.#lookSoon();
    this.#pointed = seen;
    if (this.#answer !== null) this.#settle();
  }

  #isReadTooRecently(): boolean {
    return this.#text.current === null && performance.now() - this.#lastReading < SESSION.readingPause;
  }

  /**
   * Finds the watched passages. For one lookup, only if the page has changed in the meantime. Null if other passages
   * are watched by now.
   */
  async #findPlaces(): Promise<FoundPlaces | null> {
    if (this.#text.current === null) this.#lastReading = performance.now();
    const passages = this.#passages;
    const text = await this.#text.read();
    const places = await runInSlices(locate(text, passages));
    if (passages !== this.#passages) return null;
    const found = { text, places };
    if (this.#text.current === text) this.#found = found;
    return found;
  }
}

function* locate(text: LetterIndex, passages: readonly PagePassage[]): Generator<undefined, WatchedPlace[]> {
  const places: WatchedPlace[] = [];
  for (const [index, passage] of passages.entries()) {
    yield;
    const spans = locateInPage(text, passage, (span) => classifyPlace(text, span));
    if (spans.length > 0) places.push({ index, spans });
  }
  return places;
}
