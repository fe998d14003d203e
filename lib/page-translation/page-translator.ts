import type { PageText, PageTranslation, TranslationProgress } from '../contracts/index.ts';
import { attribute } from '../page-reader/dom/index.ts';
import { findParagraphs, hasWords, isInLeftOut, ownParagraphs, type Paragraph } from './find-paragraphs.ts';
import { OriginalTip } from './original-tip.ts';
import { placeTranslation, plainText, type TaggedText, taggedText } from './tagged-text.ts';

/** A paragraph, or one text node of it, and the text of its nodes before and after the translation. */
type Unit = {
  container: Element;
  tagged: TaggedText;
  /** Text nodes that are translated one by one if the whole cannot be put in place. */
  pieces: Text[];
  before: string;
  original: Map<Text, string>;
  /** null: not translated yet. */
  translation: Map<Text, string> | null;
};

/** Equal texts are translated once. */
type Entry = {
  id: number;
  text: string;
  before: string;
  units: Set<Unit>;
  state: 'waiting' | 'taken' | 'translated' | 'failed';
  taker: string;
  answer: string;
};

/** How far outside the window a paragraph counts as in view: half of its height. */
const MARGIN = 0.5;
/** How long the page is worked on before it gets its turn, in milliseconds. */
const SLICE_MS = 6;
/** Texts that come into view within this time go with one request, in milliseconds. */
const GATHER_MS = 200;
/** Changes of the page are looked at once they have settled for this time, in milliseconds. */
const SETTLED_MS = 150;
/** A block whose text the page itself changes more often, such as a clock, is left alone; and one that gets new blocks all the time. */
const MAX_CHANGES = 5;
const MAX_ADDITIONS = 300;
/** While the page is scrolled, texts are looked for at most once in this time, in milliseconds. */
const SCROLL_MS = 120;

/**
 * Translates the texts of this document in place as they come into view. Only the data of text nodes is changed, so that every
 * element and every node of the page stays where it is. Texts are taken and put by the worker.
 */
export class PageTranslator {
  readonly #target: string;
  readonly #units = new Map<Element, Unit[]>();
  readonly #entries = new Map<string, Entry>();
  readonly #byId = new Map<number, Entry>();
  readonly #ofNode = new WeakMap<Text, Unit>();
  readonly #changes = new WeakMap<Element, number>();
  readonly #attributes = new Map<Element, { lang: string | null; dir: string | null }>();
  readonly #inView = new Set<Element>();
  readonly #changed = new Set<Element>();
  /** Elements that the page has added, and where. */
  readonly #added = new Map<Element, Element>();
  readonly #tip = new OriginalTip((element) => this.#originalAt(element));
  readonly #observer: IntersectionObserver;
  readonly #mutations: MutationObserver;
  #wake = Promise.withResolvers<void>();
  #shows: PageTranslation['shows'] = 'translation';
  #settling: ReturnType<typeof setTimeout> | undefined;
  #scrolling: ReturnType<typeof setTimeout> | undefined;
  #lastText = '';
  #taker = '';
  #isOver = false;

  constructor(target: string) {
    this.#target = target;
    this.#observer = new IntersectionObserver((seen) => this.#onView(seen), { rootMargin: `${MARGIN * 100}% 0px` });
    this.#mutations = new MutationObserver((records) => this.#onMutations(records));
    this.#observeChanges(document.body);
    addEventListener('scroll', this.#onScroll, { passive: true, capture: true });
    void this.#search([document.body]);
  }

  /** Up to `maxTexts` texts in view that nobody has taken, nearest first; waits up to `waitMs` until there is one. */
  async take(taker: string, maxTexts: number, maxCharacters: number, waitMs: number): Promise<PageText[]> {
    this.#taker = taker;
    this.#wake.resolve();
    for (const entry of this.#byId.values()) {
      if (entry.state === 'taken' && entry.taker !== taker) entry.state = 'waiting';
    }
    const until = performance.now() + waitMs;
    let hasGathered = waitMs === 0;
    for (;;) {
      // Another worker asks by now: the one that waited here was stopped.
      const isOver = this.#isOver || this.#taker !== taker;
      const entries = isOver || this.#shows === 'original' ? [] : this.#nearest(maxTexts, maxCharacters);
      const left = until - performance.now();
      if (isOver || left <= 0 || (entries.length > 0 && (hasGathered || entries.length === maxTexts))) {
        for (const entry of entries) Object.assign(entry, { state: 'taken', taker });
        return entries.map(({ id, text, before }) => ({ id, text, before }));
      }
      hasGathered = entries.length > 0;
      if (hasGathered) await pause(GATHER_MS);
      else {
        this.#wake = Promise.withResolvers();
        await Promise.race([this.#wake.promise, pause(left)]);
      }
    }
  }

  /** Puts translations in place; '' leaves the text as it is. */
  put(translations: readonly { id: number; text: string }[]): void {
    for (const { id, text } of translations) {
      const entry = this.#byId.get(id);
      if (entry === undefined || this.#isOver) continue;
      entry.state = text === '' ? 'failed' : 'translated';
      entry.answer = text;
      for (const unit of entry.units) this.#apply(unit, entry);
    }
  }

  return(ids: readonly number[]): void {
    for (const id of ids) {
      const entry = this.#byId.get(id);
      if (entry?.state === 'taken') entry.state = 'waiting';
    }
  }

  show(shows: PageTranslation['shows']): void {
    this.#shows = shows;
    this.#tip.hide();
    for (const units of this.#units.values()) for (const unit of units) this.#write(unit);
    this.#wake.resolve();
  }

  /** Puts everything back as it was and stops watching the page. */
  end(): void {
    this.show('original');
    this.#isOver = true;
    this.#tip.end();
    this.#observer.disconnect();
    this.#mutations.disconnect();
    removeEventListener('scroll', this.#onScroll, { capture: true });
    clearTimeout(this.#settling);
    clearTimeout(this.#scrolling);
    this.#wake.resolve();
  }

  get progress(): TranslationProgress {
    const progress = { translated: 0, left: 0, failed: 0 };
    for (const { state, units } of this.#byId.values()) {
      if (units.size === 0) continue;
      if (state === 'translated' || state === 'failed') progress[state] += 1;
      else progress.left += 1;
    }
    return progress;
  }

  /** Looks for paragraphs below these elements, in slices, so that the page stays responsive. */
  async #search(roots: readonly Element[]): Promise<void> {
    let since = performance.now();
    for (const root of roots) {
      const found = findParagraphs(root, this.#target, displayOf);
      for (const paragraph of found) {
        if (paragraph !== null) this.#add(paragraph);
        if (performance.now() - since < SLICE_MS) continue;
        await new Promise((resolve) => setTimeout(resolve));
        if (this.#isOver) return;
        since = performance.now();
      }
    }
  }

  #add(paragraph: Paragraph): void {
    const { container } = paragraph;
    const nodes = paragraph.parts.flatMap((part) => (part.type === 'text' ? [part.node] : []));
    // The page may have changed since the search began, and what is known is not added twice.
    if (!container.isConnected || nodes.some((node) => this.#ofNode.has(node))) return;
    const pieces = nodes.filter(({ data }) => hasWords(data));
    const whole = taggedText(paragraph);
    const units = whole === null ? pieces.map((node) => this.#unit(container, plainText(node), [])) : [];
    if (whole !== null) units.push(this.#unit(container, whole, pieces));
    for (const unit of units) this.#register(unit);
    // A shadow tree is watched separately.
    const tree = container.getRootNode();
    for (const each of [tree, nodes[0]?.getRootNode()]) if (each instanceof ShadowRoot) this.#observeChanges(each);
  }

  #unit(container: Element, tagged: TaggedText, pieces: Text[]): Unit {
    // One word alone can be a secret that the text before it names.
    const before = /\s/.test(tagged.text) ? '' : this.#lastText;
    this.#lastText = tagged.text.slice(0, 60);
    const nodes = tagged.slots.flat();
    return {
      container,
      tagged,
      pieces,
      before,
      original: new Map(nodes.map((node) => [node, node.data])),
      translation: null,
    };
  }

  #register(unit: Unit): void {
    const { container } = unit;
    const known = this.#units.get(container);
    if (known) known.push(unit);
    else {
      this.#units.set(container, [unit]);
      this.#observer.observe(container);
    }
    for (const node of unit.original.keys()) this.#ofNode.set(node, unit);
    if (this.#inView.has(container)) this.#enqueue(unit);
  }

  /** Removes what is known of a container, and puts its original back. */
  #forget(container: Element): void {
    for (const unit of this.#units.get(container) ?? []) {
      this.#write(unit, 'original');
      for (const node of unit.original.keys()) this.#ofNode.delete(node);
      this.#entries.get(unit.tagged.text)?.units.delete(unit);
    }
    this.#units.delete(container);
    this.#observer.unobserve(container);
    this.#inView.delete(container);
  }

  #onView(seen: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of seen) {
      if (isIntersecting) {
        this.#inView.add(target);
        for (const unit of this.#units.get(target) ?? []) this.#enqueue(unit);
      } else {
        this.#inView.delete(target);
        // What was scrolled past before it was taken is not translated.
        for (const unit of this.#units.get(target) ?? []) this.#dequeue(unit);
      }
    }
  }

  #enqueue(unit: Unit): void {
    const { text } = unit.tagged;
    let entry = this.#entries.get(text);
    if (entry === undefined) {
      entry = {
        id: this.#byId.size + 1,
        text,
        before: unit.before,
        units: new Set(),
        state: 'waiting',
        taker: '',
        answer: '',
      };
      this.#entries.set(text, entry);
      this.#byId.set(entry.id, entry);
    }
    entry.units.add(unit);
    if (entry.state === 'translated' || entry.state === 'failed') this.#apply(unit, entry);
    else this.#wake.resolve();
  }

  #dequeue(unit: Unit): void {
    const entry = this.#entries.get(unit.tagged.text);
    if (entry?.state === 'waiting') entry.units.delete(unit);
  }

  /** The waiting entries that are in view, nearest to the middle of the window first. */
  #nearest(maxTexts: number, maxCharacters: number): Entry[] {
    const waiting = [...this.#byId.values()].filter(({ state, units }) => state === 'waiting' && units.size > 0);
    const near = waiting
      .map((entry) => ({ entry, distance: Math.min(...[...entry.units].map(distanceOf)) }))
      .filter(({ distance }) => distance < innerHeight * (MARGIN + 0.1))
      .sort((one, other) => one.distance - other.distance);
    const taken: Entry[] = [];
    let characters = 0;
    for (const { entry } of near.slice(0, maxTexts)) {
      characters += entry.text.length;
      if (taken.length > 0 && characters > maxCharacters) break;
      taken.push(entry);
    }
    return taken;
  }

  readonly #onScroll = () => {
    // Long blocks come into view as a whole, but are taken part by part.
    this.#scrolling ??= setTimeout(() => {
      this.#scrolling = undefined;
      this.#wake.resolve();
    }, SCROLL_MS);
  };

  #apply(unit: Unit, { state, answer }: Entry): void {
    if (unit.translation !== null) return;
    const isUnchanged = [...unit.original].every(([node, text]) => node.data === text);
    const placed = state === 'translated' && isUnchanged ? placeTranslation(unit.tagged, answer) : null;
    if (placed !== null) {
      unit.translation = placed;
      this.#markLanguage(unit);
      this.#write(unit);
    } else if (state === 'translated' && isUnchanged && unit.pieces.length > 1) this.#split(unit);
  }

  /** Translates the text nodes of a paragraph one by one: its translation had lost or reordered the tags. */
  #split(unit: Unit): void {
    const units = this.#units.get(unit.container) ?? [];
    this.#units.set(
      unit.container,
      units.filter((each) => each !== unit),
    );
    this.#entries.get(unit.tagged.text)?.units.delete(unit);
    for (const node of unit.pieces) this.#register(this.#unit(unit.container, plainText(node), []));
  }

  /** Writes what is shown into the nodes of a unit, but for those that the page has changed. */
  #write({ original, translation, container }: Unit, shows = this.#shows): void {
    if (translation === null) return;
    for (const [node, translated] of translation) {
      const text = original.get(node) ?? '';
      const [from, to] = shows === 'original' ? [translated, text] : [text, translated];
      if (node.data === from && from !== to) node.data = to;
    }
    const attributes = this.#attributes.get(container);
    if (attributes === undefined) return;
    const isTranslated = shows === 'translation';
    setAttribute(container, 'lang', isTranslated ? this.#target : attributes.lang);
    if (attributes.dir !== KEPT)
      setAttribute(container, 'dir', isTranslated ? directionOf(this.#target) : attributes.dir);
  }

  /** Names the language of a block that holds only this text, for screen readers and fonts. */
  #markLanguage({ container, original }: Unit): void {
    const isOnlyText = container.textContent?.trim() === [...original.values()].join('').trim();
    if (!isOnlyText || this.#attributes.has(container)) return;
    const isTurned = getComputedStyle(container).direction !== directionOf(this.#target);
    this.#attributes.set(container, {
      lang: attribute(container, 'lang'),
      dir: isTurned ? attribute(container, 'dir') : KEPT,
    });
  }

  #originalAt(element: Element): { container: Element; text: string } | null {
    if (this.#shows === 'original') return null;
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const units = this.#units.get(at);
      if (units === undefined) continue;
      const translated = units.filter(({ translation }) => translation !== null);
      if (translated.length === 0) return null;
      const text = translated.map(({ original }) => [...original.values()].join('').replace(/\s+/g, ' ').trim());
      return { container: at, text: text.join('\n') };
    }
    return null;
  }

  #observeChanges(tree: Node): void {
    this.#mutations.observe(tree, { childList: true, characterData: true, subtree: true });
  }

  #onMutations(records: readonly MutationRecord[]): void {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') {
        if (target instanceof Text && !this.#isOurs(target)) this.#noteChange(target);
        continue;
      }
      if ([...addedNodes].some((node) => this.#tip.isTip(node))) continue;
      this.#noteChange(target);
      for (const node of addedNodes) {
        if (node instanceof Element && target instanceof Element) this.#added.set(node, target);
      }
    }
    if (this.#changed.size === 0 && this.#added.size === 0) return;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#onSettled(), SETTLED_MS);
  }

  /** Whether a text node has the text that was written into it last. */
  #isOurs(node: Text): boolean {
    const unit = this.#ofNode.get(node);
    if (unit === undefined) return false;
    const shown = this.#shows === 'translation' ? unit.translation?.get(node) : undefined;
    return node.data === (shown ?? unit.original.get(node));
  }

  /** The container of a change is the closest block around it. */
  #noteChange(node: Node): void {
    let element = node instanceof Element ? node : node.parentElement;
    while (element !== null && !this.#units.has(element)) {
      const display = displayOf(element);
      if (display !== 'inline' && display !== 'contents') break;
      element = element.parentElement;
    }
    if (element !== null) this.#changed.add(element);
  }

  /** Looks again at the blocks that the page has changed, and at what it has added. */
  #onSettled(): void {
    const changed = [...this.#changed];
    const added = [...this.#added];
    this.#changed.clear();
    this.#added.clear();
    for (const container of [...this.#units.keys()]) if (!container.isConnected) this.#forget(container);
    for (const container of changed) {
      const changes = (this.#changes.get(container) ?? 0) + 1;
      this.#changes.set(container, changes);
      this.#forget(container);
      if (changes > MAX_CHANGES || !container.isConnected || isInLeftOut(container, this.#target)) continue;
      for (const paragraph of ownParagraphs(container, this.#target, displayOf)) {
        if (paragraph !== null) this.#add(paragraph);
      }
    }
    // What was written here is no change of the page.
    this.#mutations.takeRecords();
    const isNew = ([element, parent]: [Element, Element]) =>
      element.isConnected &&
      displayOf(element) !== 'inline' &&
      (this.#changes.get(parent) ?? 0) < MAX_ADDITIONS &&
      !isInLeftOut(parent, this.#target);
    void this.#search(added.filter(isNew).map(([element]) => element));
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Stands for an attribute that is not touched. */
const KEPT = '\0';

function setAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) Element.prototype.removeAttribute.call(element, name);
  else Element.prototype.setAttribute.call(element, name, value);
}

function displayOf(element: Element): string {
  return getComputedStyle(element).display;
}

const RIGHT_TO_LEFT = /^(?:ar|arc|ckb|dv|fa|he|iw|ps|sd|ug|ur|yi)\b|-(?:Arab|Hebr)\b/;

function directionOf(language: string): 'rtl' | 'ltr' {
  return RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr';
}

/** How far a unit is from the window, in CSS pixels; infinitely if it is not visible. */
function distanceOf({ container, original }: Unit): number {
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
