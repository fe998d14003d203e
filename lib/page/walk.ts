import { oneLine } from './clean-text.ts';
import { isConsentBanner } from './consent.ts';
import { attribute, boxOf, isElement, tagOf } from './dom.ts';
import { type ContainerRole, elementRole, isSkipped, roleInCode } from './element-role.ts';
import { frameDocument, shownChildren } from './flat-tree.ts';
import { type Field, fieldMarkdown } from './form-field.ts';
import { framePlace } from './frame-place.ts';
import { MarkdownWriter } from './markdown-writer.ts';
import { mathMarkdown } from './math.ts';
import { openElement } from './open-element.ts';
import type { PlacedBlock, Region } from './region.ts';
import { documentSurroundings, enter, isShown, type Surroundings, type View, viewOf } from './visibility.ts';

export type WalkLimits = {
  /** Stop after this many characters of text. */
  maxCharacters: number;
  /** Stop when `now()` passes it; milliseconds. */
  deadline: number;
  now: () => number;
};

/** What an element passes on to those inside it. */
type Standing = {
  surroundings: Surroundings;
  view: View;
  region: Region;
  inTable: boolean;
  inRow: boolean;
  inCode: boolean;
};

type Entry = Standing & {
  element: Element;
  children: ArrayLike<Node>;
  next: number;
  style: CSSStyleDeclaration;
  /** Can text directly in this element be seen? Found out when the first text comes. */
  showsText: boolean | null;
  close: () => void;
};

/** How many nodes pass between two looks at the clock. */
const clockEvery = 128;

/**
 * Reads what a person sees in `root`, in reading order, as blocks of Markdown. Walks the flat tree without recursion,
 * so that depth does not matter, and changes nothing. With `range`, only what is in the range.
 */
export class PageWalker {
  truncated = false;
  readonly #stack: Entry[] = [];
  readonly #writer: MarkdownWriter;
  readonly #limits: WalkLimits;
  readonly #range: Range | null;

  constructor(root: Element, surroundings: Surroundings, view: View, limits: WalkLimits, range: Range | null = null) {
    this.#limits = limits;
    this.#range = range;
    const region: Region = { element: root, parent: null, depth: 0 };
    this.#writer = new MarkdownWriter(region);
    this.#enter(root, { surroundings, view, region, inTable: false, inRow: false, inCode: false });
  }

  walk(): PlacedBlock[] {
    let steps = 0;
    for (let top = this.#stack.at(-1); top; top = this.#stack.at(-1)) {
      steps += 1;
      if (this.#isOver(steps)) {
        this.truncated = true;
        break;
      }
      const child = top.children[top.next];
      top.next += 1;
      if (child === undefined) this.#leave(top);
      else if (child.nodeType === 3) this.#text(child as Text, top);
      else if (isElement(child)) this.#enter(child, top);
    }
    for (let top = this.#stack.at(-1); top; top = this.#stack.at(-1)) this.#leave(top);
    return this.#writer.finish();
  }

  #isOver(steps: number): boolean {
    if (this.#writer.size > this.#limits.maxCharacters) return true;
    return steps % clockEvery === 0 && this.#limits.now() > this.#limits.deadline;
  }

  #leave(entry: Entry): void {
    entry.close();
    this.#stack.pop();
    const outer = this.#stack.at(-1);
    if (outer) this.#writer.region = outer.region;
  }

  #text(node: Text, parent: Entry): void {
    const text = this.#range ? partInRange(node, this.#range) : node.data;
    if (text === '') return;
    if (text.trim() !== '') {
      parent.showsText ??= isShown(parent.element, parent.style, parent.surroundings, parent.view, node);
    }
    if (parent.showsText === false) return;
    const keepsLines = text.includes('\n') && /^(?:pre|break)/.test(parent.style.whiteSpace);
    this.#writer.text(text, keepsLines);
  }

  #enter(element: Element, outer: Standing): void {
    if (isSkipped(element) || (this.#range && !this.#range.intersectsNode(element))) return;
    const { view } = outer;
    const style = view.window.getComputedStyle(element);
    const surroundings = enter(element, style, outer.surroundings, view);
    if (!surroundings || isConsentBanner(element, style)) return;
    const role = outer.inCode ? roleInCode(element, style) : elementRole(element, style, outer);
    switch (role.type) {
      case 'skip':
        return;
      case 'break':
        this.#writer.lineBreak();
        return;
      case 'rule':
        this.#writer.place({ markdown: '---', kind: 'rule' });
        return;
      case 'image':
        if (isShown(element, style, surroundings, view)) this.#writer.insert(imageMarkdown(element));
        return;
      case 'math':
        if (isShown(element, style, surroundings, view)) this.#writer.insert(mathMarkdown(element));
        return;
      case 'field':
        if (isShown(element, style, surroundings, view)) this.#insertField(element as Field);
        return;
      case 'frame':
        if (isShown(element, style, surroundings, view)) this.#enterFrame(element, style, outer);
        return;
      default:
        this.#push(element, style, { ...outer, surroundings }, role);
    }
  }

  #push(element: Element, style: CSSStyleDeclaration, outer: Standing, role: ContainerRole): void {
    const children = shownChildren(element);
    if (children.length === 0) return;
    // The columns of a layout table count as blocks, though their words may share a line.
    const isBlock = (role.type !== 'text' && role.type !== 'link') || role.flow === 'block' || tagOf(element) === 'td';
    const region = isBlock ? { element, parent: outer.region, depth: outer.region.depth + 1 } : outer.region;
    const inTable = role.type === 'table' || (outer.inTable && !isTable(element));
    const close = openElement(element, role, this.#writer);
    this.#writer.region = region;
    this.#stack.push({
      ...outer,
      element,
      children,
      next: 0,
      style,
      region,
      inTable,
      inRow: style.display.endsWith('flex') && !style.flexDirection.startsWith('column'),
      inCode: outer.inCode || role.type === 'code',
      showsText: null,
      close,
    });
  }

  /** A frame is a page of its own, with its own window and canvas. What is of another origin is read there. */
  #enterFrame(frame: Element, style: CSSStyleDeclaration, outer: Standing): void {
    const box = boxOf(frame);
    if (outer.view.hasLayout && (box.width < smallestFrame || box.height < smallestFrame)) return;
    const document = frameDocument(frame);
    const window = document?.defaultView;
    if (!document || !window) {
      const place = framePlace(frame as HTMLIFrameElement);
      if (place) this.#writer.place({ markdown: '', kind: 'frame', frame: place });
      return;
    }
    const view = { ...viewOf(document, window), looks: outer.view.looks };
    const surroundings = documentSurroundings(document, view);
    if (surroundings) this.#push(frame, style, { ...outer, view, surroundings, inTable: false }, frameRole);
  }

  #insertField(field: Field): void {
    const markdown = fieldMarkdown(field);
    if (markdown === '') return;
    this.#writer.space();
    this.#writer.insert(markdown);
    this.#writer.space();
  }
}

/** Frames smaller than this, in CSS pixels, are borders around nothing. */
const smallestFrame = 16;
const frameRole: ContainerRole = { type: 'text', flow: 'block', mark: null };

function isTable(element: Element): boolean {
  return tagOf(element) === 'table';
}

function imageMarkdown(image: Element): string {
  // Images of a pixel or two count visits; without layout only the attributes tell.
  if (['width', 'height'].some((name) => Number(attribute(image, name) ?? 100) <= 2)) return '';
  const alt = oneLine(attribute(image, 'alt') ?? '', 300);
  return alt === '' ? '' : `![${alt.replace(/[[\]]/g, '\\$&')}]`;
}

function partInRange(node: Text, range: Range): string {
  if (!range.intersectsNode(node)) return '';
  const start = range.startContainer === node ? range.startOffset : 0;
  const end = range.endContainer === node ? range.endOffset : node.data.length;
  return node.data.slice(start, end);
}
