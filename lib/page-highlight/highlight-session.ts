import type { HighlightAnswer, PagePassage } from '../contracts/index.ts';
import { DocumentLetters, runInSlices } from './document-letters.ts';
import { classifyPlace, lightRanges } from './highlight-ranges.ts';
import type { LetterIndex } from './letter-index.ts';
import { locateInPage } from './locate-passage.ts';
import { findPointedPassage, type WatchedPlace } from './pointed-passage.ts';

/** In milliseconds. */
const SESSION = {
  /** How long the answer to `next` waits for the pointer. */
  wait: 10_000,
  /** The session ends if the panel does not ask again within this time. */
  lease: 5_000,
  /** The pointer is looked up at most this often. */
  pointerPause: 80,
  /** A page that has changed is not read for the pointer sooner after the last time. */
  readingPause: 1_000,
  /** How long a page that is drawn anew may settle before what is lit up is looked for again. */
  settling: 200,
} as const;

type FoundPlaces = { text: LetterIndex; places: readonly WatchedPlace[] };

/** What one panel lights up in this document, and the passages at which the pointer is noticed. */
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
  /** What the last look-up found, and what the pointer rested on last. */
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

  /** Replaces the passages at which the pointer is noticed. */
  watch(passages: readonly PagePassage[]): void {
    this.#passages = passages;
    this.#found = null;
    if (passages.length > 0) void this.#findPlaces();
  }

  /** Lights up these passages and nothing else. Resolves to the number of ranges. */
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

  /** Resolves when another passage is pointed at than the last answer says, or after some seconds. */
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

  /** Only what the user does counts: a script of the page can make events, which browsers do not trust. */
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
    // A pointer that has left is nowhere, whatever the page has become.
    if (this.#pointer !== null && this.#isReadTooRecently()) return this.#lookSoon(SESSION.readingPause);
    const found = this.#pointer && (this.#found ?? (await this.#findPlaces()));
    if (this.#stop.signal.aborted) return;
    const seen = found && this.#pointer && findPointedPassage(found.text, found.places, this.#pointer);
    const isResting = seen === this.#seen;
    this.#seen = seen;
    if (seen === this.#pointed) return;
    // A pointer on its way over the page is not reported: in Firefox each report takes some milliseconds.
    if (!isResting) return this.#lookSoon();
    this.#pointed = seen;
    if (this.#answer !== null) this.#settle();
  }

  #isReadTooRecently(): boolean {
    return this.#text.current === null && performance.now() - this.#lastReading < SESSION.readingPause;
  }

  /** Finds the watched passages; for one look-up only if the page has changed meanwhile. Null if others are watched by now. */
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
