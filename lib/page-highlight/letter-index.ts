import { findFirstIndex, foldLetters } from '../text/index.ts';

/** A range of letters of a page's text. `end` is exclusive. */
export type LetterSpan = { start: number; end: number };

/** A part of a text node: its characters from `from` to `to` (exclusive). `start`: the number of its first letter. */
type TextPart = { node: Text; from: number; to: number; start: number };

/** Longer text nodes are read in parts of this many characters, each of which takes a fraction of a millisecond. */
const MAX_PART = 4000;
/** Maximum number of letters that are read of a page. */
const MAX_LETTERS = 2_000_000;

const NO_TEXT = /^(?:SCRIPT|STYLE|NOSCRIPT|TEMPLATE|TEXTAREA)$/i;
/** Elements that interrupt a sentence without being part of it: footnote references, and readings above characters. */
const NOTES = 'sup, rt, rp';

/**
 * The text read from a document. `main`: the text without notes, with the start of each of its runs, there and among
 * all letters.
 */
type ReadText = {
  letters: string[];
  parts: TextPart[];
  firstParts: Map<Text, number>;
  roots: Node[];
  main: { letters: string[]; length: number; stretches: { at: number; start: number }[]; hasNotes: boolean };
};

/** The letters and digits of a document's rendered text, and where each of them is in the document. */
export class LetterIndex {
  readonly letters: string;
  /** The same without notes, if there are any, since the text that was read may lack them. */
  readonly withoutNotes: { letters: string; toSpan(span: LetterSpan): LetterSpan } | null;
  /** The trees whose text this is: the document and its open shadow trees. */
  readonly roots: readonly Node[];
  readonly #parts: readonly TextPart[];
  readonly #firstParts: ReadonlyMap<Text, number>;

  constructor({ letters, parts, firstParts, roots, main }: ReadText) {
    this.letters = letters.join('');
    this.roots = roots;
    this.#parts = parts;
    this.#firstParts = firstParts;
    const { stretches } = main;
    if (!main.hasNotes) {
      this.withoutNotes = null;
      return;
    }
    const restore = (letter: number) => {
      const next = findFirstIndex(stretches.length, (index) => (stretches[index]?.at ?? 0) > letter);
      const { at, start } = stretches[Math.max(0, next - 1)] ?? { at: 0, start: 0 };
      return start + letter - at;
    };
    this.withoutNotes = {
      letters: main.letters.join(''),
      toSpan: ({ start, end }) => ({ start: restore(start), end: restore(end - 1) + 1 }),
    };
  }

  /** The range of some letters. Null if they are no longer in the document. */
  createRange({ start, end }: LetterSpan): Range | null {
    const first = this.#locate(start);
    const last = this.#locate(end - 1);
    if (first === null || last === null || !first.node.isConnected || !last.node.isConnected) return null;
    const range = new Range();
    range.setStart(first.node, first.start);
    range.setEnd(last.node, last.end);
    return range;
  }

  /** The letters of an element with at most `maxNodes` text nodes. Null if it has more, or none of this text. */
  findSpan(element: Element, maxNodes: number): LetterSpan | null {
    const nodes = [...take(walk(document, element, NodeFilter.SHOW_TEXT), maxNodes + 1)] as Text[];
    if (nodes.length > maxNodes) return null;
    const known = nodes.filter((node) => this.#firstParts.has(node));
    const [first, last] = [known[0], known.at(-1)];
    const start = first && this.findLetter(first, 0);
    const end = last && this.findLetter(last, last.data.length);
    return start == null || end == null ? null : { start, end };
  }

  /** The number of the first letter at or after an offset in a text node. Null if the node is not part of this text. */
  findLetter(node: Text, offset: number): number | null {
    for (let index = this.#firstParts.get(node) ?? this.#parts.length; ; index += 1) {
      const part = this.#parts[index];
      if (part?.node !== node) return null;
      if (offset <= part.to) return part.start + foldLetters(node.data.slice(part.from, offset)).length;
    }
  }

  #locate(letter: number): { node: Text; start: number; end: number } | null {
    const next = findFirstIndex(this.#parts.length, (index) => (this.#parts[index]?.start ?? 0) > letter);
    const part = this.#parts[Math.max(0, next - 1)];
    if (part === undefined) return null;
    const { node, from, to } = part;
    let remaining = letter - part.start;
    let at = from;
    for (const character of node.data.slice(from, to)) {
      const size = foldLetters(character).length;
      if (remaining < size) return { node, start: at, end: at + character.length };
      remaining -= size;
      at += character.length;
    }
    return null;
  }
}

/** Reads the text of a document step by step, so that the caller can pause in between. */
export function* indexLetters(document: Document): Generator<undefined, LetterIndex> {
  const read: ReadText = {
    letters: [],
    parts: [],
    firstParts: new Map(),
    roots: [document],
    main: { letters: [], length: 0, stretches: [], hasNotes: false },
  };
  let length = 0;
  for (const root of read.roots) {
    for (const node of walk(document, root)) {
      yield;
      if (node instanceof Element) {
        const shadow = getOpenShadowRoot(node);
        if (shadow) read.roots.push(shadow);
        continue;
      }
      if (!(node instanceof Text) || !hasText(node)) continue;
      const isNote = node.parentElement?.closest(NOTES) != null;
      for (let from = 0; from < node.data.length && length < MAX_LETTERS; ) {
        const to = endOfPart(node.data, from);
        const text = foldLetters(node.data.slice(from, to));
        if (text !== '') {
          addPart(read, { node, from, to, start: length }, text, isNote);
          length += text.length;
        }
        from = to;
        yield;
      }
    }
  }
  return new LetterIndex(read);
}

function addPart({ letters, parts, firstParts, main }: ReadText, part: TextPart, text: string, isNote: boolean): void {
  if (!firstParts.has(part.node)) firstParts.set(part.node, parts.length);
  parts.push(part);
  letters.push(text);
  if (isNote) {
    main.hasNotes = true;
    return;
  }
  const last = main.stretches.at(-1);
  // After a note, another run begins.
  if (last === undefined || last.start + main.length - last.at !== part.start)
    main.stretches.push({ at: main.length, start: part.start });
  main.letters.push(text);
  main.length += text.length;
}

/** A page can shadow the property with a form. The prototype is not affected. */
export function getOpenShadowRoot(element: Element): ShadowRoot | null {
  return Reflect.get(Element.prototype, 'shadowRoot', element) as ShadowRoot | null;
}

/** All nodes of a tree. A page can shadow `createTreeWalker` with a form. The prototype is not affected. */
function* walk(
  document: Document,
  root: Node,
  filter: number = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
): Generator<Node> {
  const walker = Document.prototype.createTreeWalker.call(document, root, filter);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) yield node;
}

function* take<Item>(items: Iterable<Item>, count: number): Generator<Item> {
  let taken = 0;
  for (const item of items) {
    if (taken === count) return;
    taken += 1;
    yield item;
  }
}

function hasText({ data, parentNode }: Text): boolean {
  if (parentNode === null || NO_TEXT.test(parentNode.nodeName) || data.trim() === '') return false;
  return (
    !(parentNode instanceof Element) ||
    Element.prototype.checkVisibility?.call(parentNode, { visibilityProperty: true }) !== false
  );
}

/** Never between the two UTF-16 units of a character. */
function endOfPart(data: string, from: number): number {
  const end = Math.min(data.length, from + MAX_PART);
  return end < data.length && /[\ud800-\udbff]/.test(data.charAt(end - 1)) ? end - 1 : end;
}
