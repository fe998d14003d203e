import { browser } from 'wxt/browser';
import { HIGHLIGHT_NAMES, HighlightAnswer, type HighlightRequest, type PagePassage } from '../contracts/index.ts';

declare global {
  /** Set by `page-highlight.js`, in the extension's isolated world of a document, which the page cannot see. */
  var answerHighlightRequest: ((request: HighlightRequest) => Promise<HighlightAnswer>) | undefined;
}

export const HIGHLIGHT_SCRIPT = '/page-highlight.js' as const;

/** How long to wait before asking a document that lost its session again, in milliseconds. */
const RETRY_MS = 1000;
/**
 * A document reports within 10 s which passage is pointed at. Firefox may never settle the request to a document that
 * was reloaded, so without an answer for this long it counts as another document. In milliseconds.
 */
const ANSWER_MS = 15_000;
/** Pages with more frames use them for advertisements. */
const MAX_FRAMES = 24;

type FrameTarget = { tabId: number; frameId: number };

/** A document that has the session, and the passage that is pointed at in it. */
type WatchedFrame = { pointed: number | null };

/**
 * The style of a highlight. It takes precedence over the styles of the page, which has none for this name. It also
 * applies where a page paints its letters with a gradient, an outline or a shadow. It is not printed. Chromium computes
 * user styles of highlights but does not paint them (quirk: unpainted-user-highlight).
 */
export function highlightStyle(name: string): { css: string; origin: 'AUTHOR' } {
  const css = `@media screen {
  ::highlight(${name}) {
    background-color: #ffd54a !important; color: #1d1d1f !important; -webkit-text-fill-color: currentcolor !important;
    -webkit-text-stroke: 0 !important; text-shadow: none !important;
  }
}
@media screen and (forced-colors: active) {
  ::highlight(${name}) { background-color: Highlight !important; color: HighlightText !important; }
}`;
  return { css, origin: 'AUTHOR' };
}

/**
 * Sends a request to the highlighting script in one frame. Null if the frame is gone, may not be read or gives an
 * unexpected answer.
 */
export async function askHighlightScript(
  { tabId, frameId }: FrameTarget,
  request: HighlightRequest,
): Promise<HighlightAnswer | null> {
  try {
    const [injection] = await browser.scripting.executeScript({
      target: { tabId, frameIds: [frameId] },
      args: [request],
      // A document that was loaded since then does not have this function.
      func: async (highlightRequest: HighlightRequest): Promise<HighlightAnswer> =>
        (await globalThis.answerHighlightRequest?.(highlightRequest)) ?? { type: 'gone' },
      injectImmediately: true,
    });
    return HighlightAnswer.parse(injection?.result);
  } catch {
    return null;
  }
}

/**
 * What the panel highlights on the page of a tab, and which passage is pointed at there. The page is only asked and
 * sends nothing by itself: it contributes only the answers of its frames to these requests.
 */
export class PageHighlight {
  readonly #tabId: number;
  readonly #origin: string;
  readonly #onPointed: (index: number | null) => void;
  readonly #sessionId = crypto.randomUUID();
  /** The frames whose documents have the session. */
  readonly #frames = new Map<number, WatchedFrame>();
  readonly #styledFrames = new Set<number>();
  #passages: readonly PagePassage[] = [];
  #lit: readonly PagePassage[] = [];
  #isLighting = false;
  #starting: Promise<void> | null = null;
  #isClosed = false;

  /** `origin`: the site that the tab must show. `onPointed` gets the index of the passage, or null. */
  constructor(tabId: number, origin: string, onPointed: (index: number | null) => void) {
    this.#tabId = tabId;
    this.#origin = origin;
    this.#onPointed = onPointed;
  }

  /** Watches the pointer over these passages. Injects the script into the page for that. */
  watch(passages: readonly PagePassage[]): void {
    this.#passages = passages;
    if (passages.length > 0 || this.#frames.size > 0) void this.#start(true);
  }

  /** Highlights these passages and no others, without scrolling the page. */
  async light(passages: readonly PagePassage[]): Promise<void> {
    this.#lit = passages;
    if (this.#isLighting) return;
    this.#isLighting = true;
    try {
      for (let lit: readonly PagePassage[] | null = null; lit !== this.#lit && !this.#isClosed; ) {
        lit = this.#lit;
        await this.#light(lit);
      }
    } finally {
      this.#isLighting = false;
    }
  }

  /** Removes everything from the page. All requests are sent in parallel, because the panel may be closing. */
  close(): void {
    this.#isClosed = true;
    for (const frameId of this.#frames.keys()) void this.#ask(frameId, { type: 'end', sessionId: this.#sessionId });
    for (const frameId of this.#styledFrames)
      void browser.scripting.removeCSS(this.#getFrameStyle(frameId)).catch(() => undefined);
    this.#frames.clear();
    this.#styledFrames.clear();
  }

  async #light(passages: readonly PagePassage[]): Promise<void> {
    if (passages.length === 0 && this.#frames.size === 0) return;
    if (passages.length > 0) await this.#start(false);
    const isFound = await this.#lightFrames([...this.#frames.keys()], passages);
    if (passages.length === 0 || isFound) return;
    // A frame may have been added since then, or the document may have been reloaded.
    if (this.#frames.has(0)) await this.#lightFrames(await this.#addFrames(), passages);
    else {
      await this.#start(false);
      await this.#lightFrames([...this.#frames.keys()], passages);
    }
  }

  async #lightFrames(frameIds: readonly number[], passages: readonly PagePassage[]): Promise<boolean> {
    const answers = await Promise.all(
      frameIds.map(async (frameId) => {
        if (passages.length > 0) await this.#insertStyle(frameId);
        const answer = await this.#ask(frameId, { type: 'light', sessionId: this.#sessionId, passages });
        if (answer?.type === 'gone') void this.#beginAgain(frameId);
        return answer;
      }),
    );
    return answers.some((answer) => answer?.type === 'done' && answer.count > 0);
  }

  /** Inserted only once, since each change of the styles makes the browser recompute those of the page. */
  async #insertStyle(frameId: number): Promise<void> {
    if (this.#isClosed || this.#styledFrames.has(frameId)) return;
    this.#styledFrames.add(frameId);
    await browser.scripting.insertCSS(this.#getFrameStyle(frameId)).catch(() => this.#styledFrames.delete(frameId));
  }

  #getFrameStyle(frameId: number) {
    const { css, origin } = highlightStyle(HIGHLIGHT_NAMES.lit);
    // Browsers remove a style by its text, and must not remove that of another panel.
    return { target: { tabId: this.#tabId, frameIds: [frameId] }, css: `${css}\n/* ${this.#sessionId} */`, origin };
  }

  /** Begins the session in the tab, or updates its passages if `isNew`. */
  #start(isNew: boolean): Promise<void> {
    if (!isNew && this.#frames.has(0)) return Promise.resolve();
    const previous = this.#starting ?? Promise.resolve();
    this.#starting = previous.then(() => this.#watchFrames());
    return this.#starting;
  }

  async #watchFrames(): Promise<void> {
    if (this.#isClosed || !(await this.#watchFrame(0, this.#origin))) return;
    await Promise.all([...this.#frames.keys()].map((frameId) => frameId === 0 || this.#watchFrame(frameId, '')));
    await this.#addFrames();
  }

  /** Begins the session in the frames that do not have it yet. Resolves to their ids. */
  async #addFrames(): Promise<number[]> {
    if (this.#isClosed || !this.#frames.has(0)) return [];
    const target = { tabId: this.#tabId, allFrames: true };
    const injections = await browser.scripting
      .executeScript({ target, func: () => true, injectImmediately: true })
      .catch(() => []);
    const newFrames = injections
      .flatMap((each) => (each && !this.#frames.has(each.frameId) ? [each.frameId] : []))
      .slice(0, MAX_FRAMES - this.#frames.size);
    const isWatched = await Promise.all(newFrames.map((frameId) => this.#watchFrame(frameId, '')));
    return newFrames.filter((_, index) => isWatched[index]);
  }

  async #watchFrame(frameId: number, origin: string): Promise<boolean> {
    const target = { tabId: this.#tabId, frameIds: [frameId] };
    const isLoaded = await browser.scripting.executeScript({ target, files: [HIGHLIGHT_SCRIPT] }).then(
      () => true,
      () => false,
    );
    if (!isLoaded || this.#isClosed) return false;
    const sessionId = this.#sessionId;
    const answer = await this.#ask(frameId, { type: 'watch', sessionId, origin, passages: this.#passages });
    if (answer?.type !== 'done') return false;
    if (this.#isClosed) {
      void this.#ask(frameId, { type: 'end', sessionId });
      return false;
    }
    if (!this.#frames.has(frameId)) {
      const frame = { pointed: null };
      this.#frames.set(frameId, frame);
      void this.#follow(frameId, frame);
    }
    return true;
  }

  /** Repeatedly asks a document what is pointed at, as long as it has the session. */
  async #follow(frameId: number, frame: WatchedFrame): Promise<void> {
    const isCurrent = () => !this.#isClosed && this.#frames.get(frameId) === frame;
    while (isCurrent()) {
      const answer = await withinTime(this.#ask(frameId, { type: 'next', sessionId: this.#sessionId }));
      if (!isCurrent()) return;
      if (answer?.type !== 'pointed') return this.#beginAgain(frameId);
      // Nothing has changed for some seconds, during which a frame may have been added.
      if (frameId === 0 && answer.index === frame.pointed) void this.#addFrames();
      frame.pointed = answer.index;
      this.#report(answer.index);
    }
  }

  /** Begins the session in a frame that shows another document, or the same one after a reload. */
  async #beginAgain(frameId: number): Promise<void> {
    this.#forget(frameId);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    if (this.#isClosed) return;
    if (frameId === 0) await this.#start(true);
    else await this.#addFrames();
    // The same passage is still pointed at.
    if (this.#lit.length > 0) await this.light(this.#lit);
  }

  #forget(frameId: number): void {
    this.#frames.delete(frameId);
    this.#styledFrames.delete(frameId);
    this.#report(null);
  }

  /** Reports what is pointed at: `index`, or else a passage in another frame. */
  #report(index: number | null): void {
    const others = [...this.#frames.values()].map(({ pointed }) => pointed);
    const pointed = index ?? others.find((each) => each !== null) ?? null;
    this.#onPointed(pointed !== null && pointed < this.#passages.length ? pointed : null);
  }

  #ask(frameId: number, request: HighlightRequest): Promise<HighlightAnswer | null> {
    return askHighlightScript({ tabId: this.#tabId, frameId }, request);
  }
}

function withinTime(answer: Promise<HighlightAnswer | null>): Promise<HighlightAnswer | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(resolve, ANSWER_MS, null);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
