import { indexLetters, type LetterIndex } from './letter-index.ts';

const READING = {
  /** Duration of a slice and of the pause after it, in milliseconds: slices take less than an eighth of the time. */
  sliceMs: 1,
  pauseMs: 12,
  /** Maximum steps per slice, since the clock of a page may be coarse. */
  maxSteps: 500,
} as const;

/** Runs work in slices that are short enough not to delay a frame of the page. */
export async function runInSlices<Result>(work: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + READING.sliceMs;
    for (let steps = 0; steps < READING.maxSteps && performance.now() < end; steps += 1) {
      const step = work.next();
      if (step.done) return step.value;
    }
    await new Promise((resolve) => setTimeout(resolve, READING.pauseMs));
  }
}

/** The text of a document. After a change, it is read again when it is next needed. */
export class DocumentLetters {
  readonly #document: Document;
  readonly #observer: MutationObserver;
  readonly #onChange: () => void;
  #text: LetterIndex | null = null;
  #reading: Promise<LetterIndex> | null = null;
  #hasChanged = false;

  /** `onChange`: called once after each reading, when the document has changed since the reading began. */
  constructor(document: Document, onChange: () => void = () => undefined) {
    this.#document = document;
    this.#onChange = onChange;
    this.#observer = new MutationObserver(() => this.#markChanged());
  }

  /** The text as last read. Null if it has changed since that reading began. */
  get current(): LetterIndex | null {
    return this.#text;
  }

  /** The text, read in slices if necessary. */
  read(): Promise<LetterIndex> {
    if (this.#text !== null) return Promise.resolve(this.#text);
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  close(): void {
    this.#observer.disconnect();
    this.#text = null;
  }

  #markChanged(): void {
    // Not observed until it is read again, so that a page that changes constantly pays for only one change.
    this.#observer.disconnect();
    this.#hasChanged = true;
    // If a reading is in progress, `#read` reports the change.
    if (this.#text === null) return;
    this.#text = null;
    this.#onChange();
  }

  async #read(): Promise<LetterIndex> {
    this.#hasChanged = false;
    // Observes before reading, so that changes during the reading are noticed.
    this.#observe(this.#document);
    const text = await runInSlices(indexLetters(this.#document));
    if (this.#hasChanged) {
      // Good enough for the callers that are waiting. The next caller reads it again.
      this.#onChange();
      return text;
    }
    for (const root of text.roots.slice(1)) this.#observe(root);
    this.#text = text;
    return text;
  }

  /** Any attribute may show or hide text, as `aria-expanded` and `data-state` do on many pages. */
  #observe(root: Node): void {
    this.#observer.observe(root, { childList: true, characterData: true, attributes: true, subtree: true });
  }
}

/** Reads a whole document synchronously, after a click. */
export function indexDocument(document: Document): LetterIndex {
  const work = indexLetters(document);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
