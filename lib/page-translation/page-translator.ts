import type { PageText, PageTranslation, TranslationProgress } from '../contracts/index.ts';
import { attribute } from '../page-reader/dom/index.ts';
import {
  findParagraphs,
  hasWords,
  isCodeBlock,
  isInLeftOut,
  ownParagraphs,
  type Paragraph,
} from './find-paragraphs.ts';
import { OriginalTip } from './original-tip.ts';
import { placeTranslation, type TaggedText, taggedText, tagTextNode } from './tagged-text.ts';
import { MARGIN, type QueuedText, TextQueue, type Unit } from './text-queue.ts';

/** Maximum time of one slice of work before the page's own tasks run, in milliseconds. */
const SLICE_MS = 6;
/** Changes of the page are handled once they have settled for this time, in milliseconds. */
const SETTLED_MS = 150;
/**
 * A block whose text the page itself changes more often than this, such as a clock, is not translated, and neither is
 * one that constantly gets new blocks.
 */
const MAX_CHANGES = 5;
const MAX_ADDITIONS = 300;
/** Minimum interval between searches for texts while the page is scrolled, in milliseconds. */
const SCROLL_MS = 120;

/**
 * Translates the texts of this document in place as they come into view. Changes only the data of text nodes, so that
 * every element and every node of the page keeps its place. The worker requests the texts and returns their
 * translations.
 */
export class PageTranslator {
  readonly #target: string;
  readonly #units = new Map<Element, Unit[]>();
  readonly #queue = new TextQueue((unit, text) => this.#apply(unit, text));
  readonly #ofNode = new WeakMap<Text, Unit>();
  readonly #changes = new WeakMap<Element, number>();
  readonly #attributes = new WeakMap<Element, { lang: string | null; dir: string | null }>();
  readonly #inView = new Set<Element>();
  readonly #changed = new Set<Element>();
  /** Elements that the page has added, and where. */
  readonly #added = new Map<Element, Element>();
  readonly #tip = new OriginalTip((element) => this.#originalAt(element));
  readonly #observer: IntersectionObserver;
  readonly #mutations: MutationObserver;
  #shows: PageTranslation['shows'] = 'translation';
  #settling: ReturnType<typeof setTimeout> | undefined;
  #scrolling: ReturnType<typeof setTimeout> | undefined;
  #lastText = '';
  #isOver = false;
  readonly #optsOut: boolean;

  constructor(target: string) {
    this.#target = target;
    this.#observer = new IntersectionObserver((entries) => this.#onView(entries), {
      rootMargin: `${MARGIN * 100}% 0px`,
    });
    this.#mutations = new MutationObserver((records) => this.#onMutations(records));
    // A page may replace its whole body.
    this.#observeChanges(document.documentElement);
    addEventListener('scroll', this.#onScroll, { passive: true, capture: true });
    this.#optsOut = isInLeftOut(document.body, target);
    if (!this.#optsOut) void this.#search([document.body]);
  }

  /**
   * Returns up to `maxTexts` texts in view that have not been taken yet, nearest first. Waits up to `waitMs` until
   * there is one, unless the page as a whole asks not to be translated.
   */
  take(taker: string, maxTexts: number, maxCharacters: number, waitMs: number): Promise<PageText[]> {
    return this.#queue.take(taker, { maxTexts, maxCharacters }, this.#optsOut ? 0 : waitMs);
  }

  /** Inserts translations. '' leaves the text unchanged. */
  put(translations: readonly { id: number; text: string }[]): void {
    this.#queue.put(translations);
  }

  /** Makes taken texts available again. */
  return(ids: readonly number[]): void {
    this.#queue.return(ids);
  }

  get progress(): TranslationProgress {
    return { ...this.#queue.progress, optsOut: this.#optsOut, codeBlocks: countCodeBlocks() };
  }

  show(shows: PageTranslation['shows']): void {
    this.#shows = shows;
    this.#tip.hide();
    for (const units of this.#units.values()) for (const unit of units) this.#write(unit);
    this.#queue.setPaused(shows === 'original');
  }

  /** Restores everything and stops observing the page. */
  end(): void {
    this.show('original');
    this.#isOver = true;
    this.#tip.end();
    this.#observer.disconnect();
    this.#mutations.disconnect();
    removeEventListener('scroll', this.#onScroll, { capture: true });
    clearTimeout(this.#settling);
    clearTimeout(this.#scrolling);
    this.#queue.end();
  }

  /** Searches for paragraphs below these elements, in slices, so that the page stays responsive. */
  async #search(roots: readonly Element[]): Promise<void> {
    let since = performance.now();
    for (const root of roots) {
      const rootParagraphs = findParagraphs(root, this.#target, getDisplay);
      for (const paragraph of rootParagraphs) {
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
    // The page may have changed since the search began, and known paragraphs are not added twice.
    if (!container.isConnected || nodes.some((node) => this.#ofNode.has(node))) return;
    const pieces = nodes.filter(({ data }) => hasWords(data));
    const whole = taggedText(paragraph);
    const units = whole === null ? pieces.map((node) => this.#unit(container, tagTextNode(node), [])) : [];
    if (whole !== null) units.push(this.#unit(container, whole, pieces));
    for (const unit of units) this.#register(unit);
    // A shadow tree is observed separately.
    const tree = container.getRootNode();
    for (const each of [tree, nodes[0]?.getRootNode()]) if (each instanceof ShadowRoot) this.#observeChanges(each);
  }

  #unit(container: Element, tagged: TaggedText, pieces: Text[]): Unit {
    // A single word may be a secret that the text before it names.
    const before = /\s/.test(tagged.text) ? '' : this.#lastText;
    this.#lastText = tagged.text.slice(0, 60);
    const nodes = tagged.slots.flat().map(({ node }) => node);
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
    const containerUnits = this.#units.get(container);
    if (containerUnits) containerUnits.push(unit);
    else {
      this.#units.set(container, [unit]);
      this.#observer.observe(container);
    }
    for (const node of unit.original.keys()) this.#ofNode.set(node, unit);
    if (this.#inView.has(container)) this.#queue.add(unit);
  }

  /** Removes everything known about a container, and restores its original text. */
  #forget(container: Element): void {
    for (const unit of this.#units.get(container) ?? []) {
      this.#write(unit, 'original');
      for (const node of unit.original.keys()) this.#ofNode.delete(node);
      this.#queue.remove(unit);
    }
    this.#attributes.delete(container);
    this.#units.delete(container);
    this.#observer.unobserve(container);
    this.#inView.delete(container);
  }

  #onView(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) {
        this.#inView.add(target);
        for (const unit of this.#units.get(target) ?? []) this.#queue.add(unit);
      } else {
        this.#inView.delete(target);
        // Text that was scrolled past before it was taken is not translated.
        for (const unit of this.#units.get(target) ?? []) this.#queue.leave(unit);
      }
    }
  }

  readonly #onScroll = () => {
    // Long blocks come into view as a whole, but are taken part by part.
    this.#scrolling ??= setTimeout(() => {
      this.#scrolling = undefined;
      // After a jump, Firefox reports nothing until an element is observed again (quirk: observe-after-jump).
      this.#observer.unobserve(document.documentElement);
      this.#observer.observe(document.documentElement);
      this.#queue.wake();
    }, SCROLL_MS);
  };

  #apply(unit: Unit, { state, answer }: QueuedText): void {
    if (unit.translation !== null) return;
    const isUnchanged = [...unit.original].every(([node, text]) => node.data === text);
    const newTexts = state === 'translated' && isUnchanged ? placeTranslation(unit.tagged, answer) : null;
    if (newTexts !== null) {
      unit.translation = newTexts;
      this.#markLanguage(unit);
      this.#write(unit);
    } else if (state === 'translated' && isUnchanged && unit.pieces.length > 1) this.#split(unit);
  }

  /** Translates the text nodes of a paragraph one by one, since its translation had lost or reordered the tags. */
  #split(unit: Unit): void {
    const units = this.#units.get(unit.container) ?? [];
    this.#units.set(
      unit.container,
      units.filter((each) => each !== unit),
    );
    this.#queue.remove(unit);
    for (const node of unit.pieces) this.#register(this.#unit(unit.container, tagTextNode(node), []));
  }

  /** Writes the displayed text into the nodes of a unit, and its language, without overwriting changes by the page. */
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
    swapAttribute(container, 'lang', attributes.lang, this.#target, isTranslated);
    if (attributes.dir !== KEPT)
      swapAttribute(container, 'dir', attributes.dir, getTextDirection(this.#target), isTranslated);
  }

  /** Sets the language of a block that contains only this text, for screen readers and fonts. */
  #markLanguage({ container, original }: Unit): void {
    const isOnlyText = container.textContent?.trim() === [...original.values()].join('').trim();
    if (!isOnlyText || this.#attributes.has(container)) return;
    const isTurned = getComputedStyle(container).direction !== getTextDirection(this.#target);
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
      // The tip is added there and removed again, and the element has no text of its own.
      if (target !== document.documentElement) this.#noteChange(target);
      const parent = target instanceof ShadowRoot ? target.host : target;
      for (const node of addedNodes) {
        if (node instanceof Element && parent instanceof Element) this.#added.set(node, parent);
      }
    }
    if (this.#changed.size === 0 && this.#added.size === 0) return;
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#onSettled(), SETTLED_MS);
  }

  /** Whether a text node still has the text that was last written into it. */
  #isOurs(node: Text): boolean {
    const unit = this.#ofNode.get(node);
    if (unit === undefined) return false;
    const translatedText = this.#shows === 'translation' ? unit.translation?.get(node) : undefined;
    return node.data === (translatedText ?? unit.original.get(node));
  }

  /** The container of a change is the closest block around it. */
  #noteChange(node: Node): void {
    let element = node instanceof Element ? node : node.parentElement;
    while (element !== null && !this.#units.has(element)) {
      const display = getDisplay(element);
      if (display !== 'inline' && display !== 'contents') break;
      element = element.parentElement;
    }
    if (element !== null) this.#changed.add(element);
  }

  /** Searches the blocks that the page has changed or added again. */
  #onSettled(): void {
    const changedContainers = [...this.#changed];
    const additions = [...this.#added];
    this.#changed.clear();
    this.#added.clear();
    for (const container of [...this.#units.keys()]) if (!container.isConnected) this.#forget(container);
    for (const container of changedContainers) {
      const changes = (this.#changes.get(container) ?? 0) + 1;
      this.#changes.set(container, changes);
      this.#forget(container);
      if (changes > MAX_CHANGES || !container.isConnected || isInLeftOut(container, this.#target)) continue;
      for (const paragraph of ownParagraphs(container, this.#target, getDisplay)) {
        if (paragraph !== null) this.#add(paragraph);
      }
    }
    // The translator's own changes do not count as changes by the page.
    this.#mutations.takeRecords();
    const isNew = ([element, parent]: [Element, Element]) =>
      element.isConnected &&
      getDisplay(element) !== 'inline' &&
      (this.#changes.get(parent) ?? 0) < MAX_ADDITIONS &&
      !isInLeftOut(parent, this.#target);
    void this.#search(additions.filter(isNew).map(([element]) => element));
  }
}

/** Placeholder for an attribute that is left unchanged. */
const KEPT = '\0';

/**
 * Sets an attribute to its value for the translation, or restores that of the page, unless the page has set another
 * value.
 */
function swapAttribute(
  element: Element,
  name: string,
  original: string | null,
  translated: string,
  isTranslated: boolean,
): void {
  const [from, value] = isTranslated ? [original, translated] : [translated, original];
  if (attribute(element, name) !== from) return;
  if (value === null) Element.prototype.removeAttribute.call(element, name);
  else Element.prototype.setAttribute.call(element, name, value);
}

function countCodeBlocks(): number {
  return [...document.getElementsByTagName('pre')].filter((pre) => hasWords(pre.textContent) && isCodeBlock(pre))
    .length;
}

function getDisplay(element: Element): string {
  return getComputedStyle(element).display;
}

const RIGHT_TO_LEFT = /^(?:ar|arc|ckb|dv|fa|he|iw|ps|sd|ug|ur|yi)\b|-(?:Arab|Hebr)\b/;

function getTextDirection(language: string): 'rtl' | 'ltr' {
  return RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr';
}
