import { attribute, getTagName, property } from '../page-reader/dom/index.ts';
import { toPrimaryLanguage } from '../text/index.ts';

/**
 * A run of text and inline elements inside one block, which is translated as a unit. `parts` are in document order. The
 * text nodes keep their places, and only their text is replaced.
 */
export type Paragraph = { container: Element; parts: ParagraphPart[] };

/** `open` and `close`: the edges of an inline element with text. `atom`: an element whose text is not translated. */
export type ParagraphPart = { type: 'text'; node: Text } | { type: 'open' | 'close' | 'atom' };

/** Elements whose text is not natural language, or belongs to the user or another document. */
const SKIPPED = new Set(
  (
    'audio canvas code embed frame frameset iframe img input kbd map math meter noscript object optgroup option picture ' +
    'progress rp rt samp script select style svg template textarea title tt var video xmp'
  ).split(' '),
);

/** Elements that show nothing themselves and are not part of a sentence. */
const WITHOUT_PLACE = new Set(['script', 'style', 'template', 'noscript', 'wbr', 'link', 'meta', 'title']);

/** Returns the `display` of an element. Passed in, since it differs between browsers and tests. */
export type GetDisplay = (element: Element) => string;

/**
 * Finds the paragraphs of `root` and everything below it, including open shadow trees. Yields null between elements, so
 * that the caller can pause. Excludes content that the page marks as not to be translated, editable text, and parts
 * with a `lang` of the target language.
 */
export function* findParagraphs(root: Element, target: string, getDisplay: GetDisplay): Generator<Paragraph | null> {
  if (isLeftOut(root, target)) return;
  yield* walkParagraphs(root, root, { target, getDisplay, isDeep: true });
}

/** The paragraphs directly in `container`, without those of blocks inside it. */
export function* ownParagraphs(
  container: Element,
  target: string,
  getDisplay: GetDisplay,
): Generator<Paragraph | null> {
  yield* walkParagraphs(container, container, { target, getDisplay, isDeep: false });
}

type Rules = { target: string; getDisplay: GetDisplay; isDeep: boolean };

function* walkParagraphs(parent: ParentNode & Node, container: Element, rules: Rules): Generator<Paragraph | null> {
  yield null;
  const run = new Run(container);
  for (const child of getChildNodes(parent)) yield* place(child, run, rules);
  yield* run.end();
  const shadow = parent instanceof Element ? getShadowRoot(parent) : null;
  if (shadow !== null && rules.isDeep) yield* walkParagraphs(shadow, container, rules);
}

/** A page can shadow properties of a form by fields of these names. */
function getChildNodes(node: Node): NodeListOf<ChildNode> {
  return property(Node.prototype, node, 'childNodes');
}

function getShadowRoot(element: Element): ShadowRoot | null {
  return property(Element.prototype, element, 'shadowRoot');
}

function* place(node: ChildNode, run: Run, rules: Rules): Generator<Paragraph | null> {
  if (node instanceof Text) run.parts.push({ type: 'text', node });
  if (!(node instanceof Element)) return;
  const name = getTagName(node);
  if (WITHOUT_PLACE.has(name)) return;
  if (name === 'br') {
    // Two line breaks separate paragraphs.
    if (run.endsWithLineBreak) yield* run.end();
    else run.addLineBreak();
    return;
  }
  const display = rules.getDisplay(node);
  const isInline = display.startsWith('inline') || display === 'contents' || display.startsWith('ruby');
  if (isLeftOut(node, rules.target)) {
    if (isInline) run.parts.push({ type: 'atom' });
    else if (display !== 'none') yield* run.end();
    return;
  }
  if (display === 'inline' || display === 'contents' || display.startsWith('ruby')) {
    if (!hasBlock(node, rules)) {
      run.parts.push({ type: 'open' });
      for (const child of getChildNodes(node)) yield* place(child, run, rules);
      run.parts.push({ type: 'close' });
      return;
    }
  } else if (isInline) {
    run.parts.push({ type: 'atom' });
    if (rules.isDeep) yield* walkParagraphs(node, node, rules);
    return;
  }
  // An element that is not displayed may be displayed later, and separates nothing.
  if (display !== 'none') yield* run.end();
  if (rules.isDeep) yield* walkParagraphs(node, display === 'contents' ? run.container : node, rules);
}

/**
 * Whether an inline element contains a block or a shadow tree, so that its text is not part of the sentence around it.
 */
function hasBlock(element: Element, rules: Rules): boolean {
  if (getShadowRoot(element) !== null) return true;
  for (const child of getChildNodes(element)) {
    if (!(child instanceof Element) || WITHOUT_PLACE.has(getTagName(child)) || getTagName(child) === 'br') continue;
    const display = rules.getDisplay(child);
    if (display === 'inline' || display === 'contents' || display.startsWith('ruby')) {
      if (hasBlock(child, rules)) return true;
    } else if (display !== 'none' && !display.startsWith('inline')) return true;
  }
  return false;
}

class Run {
  readonly container: Element;
  parts: ParagraphPart[] = [];
  #lineBreakAt = -1;

  constructor(container: Element) {
    this.container = container;
  }

  addLineBreak(): void {
    this.parts.push({ type: 'atom' });
    this.#lineBreakAt = this.parts.length;
  }

  /** Whether there is only white space after the last line break. */
  get endsWithLineBreak(): boolean {
    if (this.#lineBreakAt < 0) return false;
    return this.parts.slice(this.#lineBreakAt).every((part) => part.type === 'text' && part.node.data.trim() === '');
  }

  *end(): Generator<Paragraph> {
    const { container, parts } = this;
    this.parts = [];
    this.#lineBreakAt = -1;
    // Elements without text at the edges, such as pictures and line breaks, are not part of the sentence.
    const isEdge = (part: ParagraphPart) =>
      part.type === 'atom' || (part.type === 'text' && part.node.data.trim() === '');
    const first = parts.findIndex((part) => !isEdge(part));
    const last = parts.findLastIndex((part) => !isEdge(part));
    const inner = parts.slice(first, last + 1);
    if (inner.some((part) => part.type === 'text' && hasWords(part.node.data))) yield { container, parts: inner };
  }
}

/** Whether a text has at least two consecutive letters, or one letter of a script without spaces. */
export function hasWords(text: string): boolean {
  return /\p{L}\p{M}*\p{L}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
}

/** Whether an element is inside one that is excluded. */
export function isInLeftOut(element: Element, target: string): boolean {
  for (let at: Element | null = element; at !== null; at = property(Node.prototype, at, 'parentElement')) {
    if (isLeftOut(at, target)) return true;
  }
  return false;
}

function isLeftOut(element: Element, target: string): boolean {
  const name = getTagName(element);
  if (SKIPPED.has(name) || (name === 'pre' && isCodeBlock(element))) return true;
  const classes = (attribute(element, 'class') ?? '').split(/\s+/);
  if (attribute(element, 'translate')?.toLowerCase() === 'no' || classes.includes('notranslate')) return true;
  const editable = attribute(element, 'contenteditable');
  if (editable !== null && editable.toLowerCase() !== 'false') return true;
  // The language declared for a whole document often comes from a template.
  const lang = name === 'html' || name === 'body' ? null : attribute(element, 'lang');
  return lang !== null && lang !== '' && toPrimaryLanguage(lang) === toPrimaryLanguage(target);
}

/**
 * Limits for preformatted text that is prose, such as a letter or a poem: words, few signs, and no more than a model
 * can process at once.
 */
const PROSE = { maxCharacters: 3_000, minWords: 5, maxSigns: 0.03 };
const CODE_CLASS = /(?:^|[\s_-])(?:code|lang|language|highlight|hljs|prettyprint|brush)/i;

/** Whether a preformatted text is code, or is long enough to be a file. */
export function isCodeBlock(pre: Element): boolean {
  const text: string = property(Node.prototype, pre, 'textContent') ?? '';
  if (text.length > PROSE.maxCharacters) return true;
  if (CODE_CLASS.test(attribute(pre, 'class') ?? '')) return true;
  if (Element.prototype.querySelector.call(pre, 'code, samp, kbd, var') !== null) return true;
  const visible = text.replace(/\s/g, '');
  const signs = visible.match(/[{}[\]();=<>|\\$#@_`~^*/+&%]/g)?.length ?? 0;
  const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(text);
  const words = isUnspaced ? visible.length / 2 : text.trim().split(/\s+/).length;
  return signs > visible.length * PROSE.maxSigns || words < PROSE.minWords;
}
