import { type Children, Listed } from './children.ts';
import { canBeOpened, childrenOfDetails, isClosedDetails, isClosedSummary } from './collapsed.ts';
import { comingToSight, withoutLayout } from './coming-to-sight.ts';
import { isConsentBanner } from './consent.ts';
import { attribute, boxOf, isElement, tagOf } from './dom.ts';
import { type ContainerRole, elementRole, isSkipped, roleInCode } from './element-role.ts';
import { frameDocument, shownChildren } from './flat-tree.ts';
import { framePlace } from './frame-place.ts';
import { generatedText } from './generated-text.ts';
import { iconName, isControl, isWidget } from './icon-name.ts';
import { isAwaited } from './image.ts';
import { writeLeaf } from './leaf.ts';
import { MarkdownWriter } from './markdown-writer.ts';
import { openElement } from './open-element.ts';
import { partInRange } from './part-in-range.ts';
import { missingRows } from './partial-list.ts';
import type { PlacedBlock, Region } from './region.ts';
import { inLine, isShortLink } from './short-link.ts';
import { type Entry, isBetweenLines, type Standing } from './standing.ts';
import {
  documentSurroundings,
  enter,
  isShown,
  isTextShown,
  type Surroundings,
  type View,
  viewOf,
} from './visibility.ts';

export type WalkLimits = {
  /** Stop after this many characters of text. */
  maxCharacters: number;
  /** Stop when `now()` passes it; milliseconds. */
  deadline: number;
  now: () => number;
};

/** How many nodes pass between two looks at the clock. */
const clockEvery = 64;

/**
 * Reads what a person sees in `root`, in reading order, as blocks of Markdown. Walks the flat tree without recursion,
 * so that depth does not matter, and changes nothing. With `range`, only what is in the range.
 */
export class PageWalker {
  truncated = false;
  #steps = 0;
  readonly #stack: Entry[] = [];
  readonly #writer: MarkdownWriter;
  readonly #limits: WalkLimits;
  readonly #range: Range | null;

  constructor(root: Element, surroundings: Surroundings, view: View, limits: WalkLimits, range: Range | null = null) {
    this.#limits = limits;
    this.#range = range;
    const region: Region = { element: root, parent: null, depth: 0 };
    this.#writer = new MarkdownWriter(region);
    this.#enter(root, {
      surroundings,
      view,
      region,
      lines: { element: root, isSeen: null },
      inTable: false,
      inRow: false,
      inCode: false,
      inWidget: false,
      inShortLink: false,
    });
  }

  /** Reads on until all is read or a limit is reached, which gives true, or until `pauseAt` on the clock: false. */
  walk(pauseAt = Number.POSITIVE_INFINITY): boolean {
    const { now, deadline, maxCharacters } = this.#limits;
    for (let top = this.#stack.at(-1); top; top = this.#stack.at(-1)) {
      this.#steps += 1;
      if (this.#steps % clockEvery === 0) {
        const time = now();
        this.truncated ||= time > deadline;
        if (!this.truncated && time > pauseAt) return false;
      }
      this.truncated ||= this.#writer.size > maxCharacters;
      if (this.truncated) return true;
      const child = top.children.next();
      if (child === null) this.#leave(top);
      else if (child.nodeType === 3) this.#text(child as Text, top);
      else if (isElement(child)) this.#enter(child, top);
    }
    return true;
  }

  /** What has been read; call it once, at the end. */
  finish(): PlacedBlock[] {
    for (let top = this.#stack.at(-1); top; top = this.#stack.at(-1)) this.#leave(top);
    return this.#writer.finish();
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
      parent.showsText ??= isTextShown(
        parent.element,
        parent.style,
        parent.surroundings,
        parent.view,
        node,
        parent.lines,
      );
    }
    if (parent.showsText === false || isBetweenLines(text, parent)) return;
    const keepsLines = text.includes('\n') && /^(?:pre|break)/.test(parent.style.whiteSpace);
    this.#writer.text(text, keepsLines);
  }

  #enter(element: Element, outer: Standing): void {
    if (isSkipped(element) || (this.#range && !this.#range.intersectsNode(element))) return;
    const { view } = outer;
    const style = view.window.getComputedStyle(element);
    const surroundings = enter(element, style, outer.surroundings, view);
    if (!surroundings) {
      this.#enterHidden(element, style, outer);
      return;
    }
    if (isConsentBanner(element, style)) return;
    const own = outer.inCode ? roleInCode(element, style) : elementRole(element, style, outer);
    const role = outer.inShortLink ? inLine(own) : own;
    switch (role.type) {
      case 'skip':
        return;
      case 'break':
        this.#writer.lineBreak();
        return;
      case 'rule':
        this.#writer.place({ markdown: '---', kind: 'rule' });
        return;
      case 'frame':
        if (isShown(element, style, surroundings, view)) this.#enterFrame(element, style, outer);
        return;
      case 'image': {
        const measured = isAwaited(element) ? withoutLayout(view) : view;
        if (isShown(element, style, surroundings, measured)) writeLeaf('image', element, view.window, this.#writer);
        return;
      }
      case 'drawing':
      case 'canvas':
      case 'field':
      case 'math':
      case 'drawn-math':
        if (isShown(element, style, surroundings, view)) writeLeaf(role.type, element, view.window, this.#writer);
        return;
      default:
        this.#enterContainer(element, style, surroundings, outer, role);
    }
  }

  #enterContainer(
    element: Element,
    style: CSSStyleDeclaration,
    surroundings: Surroundings,
    outer: Standing,
    role: ContainerRole,
  ): void {
    const icon = outer.inWidget && isControl(element, role) ? iconName(element) : '';
    if (icon !== '') {
      this.#writer.insertApart(icon);
      return;
    }
    const isOpenable =
      isClosedDetails(element) && canBeOpened(element) && isShown(element, style, surroundings, outer.view);
    const view = isOpenable ? withoutLayout(outer.view) : outer.view;
    const children = isOpenable ? childrenOfDetails(element) : shownChildren(element);
    this.#push(element, style, children, { surroundings, view, outer }, role);
  }

  /** What is not shown now, but could be. */
  #enterHidden(element: Element, style: CSSStyleDeclaration, outer: Standing): void {
    const hidden = outer.inCode ? null : comingToSight(element, style, outer.view);
    if (hidden === null) return;
    this.#writer.place({ markdown: hidden.remark, kind: 'note' });
    const at = { surroundings: outer.surroundings, view: hidden.view, outer };
    this.#push(element, style, shownChildren(element), at, blockRole);
  }

  #push(
    element: Element,
    style: CSSStyleDeclaration,
    children: Children | null,
    { surroundings, view, outer }: { surroundings: Surroundings; view: View; outer: Standing },
    role: ContainerRole,
  ): void {
    if (children === null && role.type !== 'cell') return;
    const ariaRole = attribute(element, 'role');
    // The columns of a layout table count as blocks, though their words may share a line.
    const isBlock = (role.type !== 'text' && role.type !== 'link') || role.flow === 'block' || tagOf(element) === 'td';
    // A toolbar is part of the application around it, and not something beside a text.
    const region =
      isBlock && ariaRole !== 'toolbar'
        ? { element, parent: outer.region, depth: outer.region.depth + 1 }
        : outer.region;
    const inTable = role.type === 'table' || (outer.inTable && !isTable(element));
    const closeElement = openElement(element, role, this.#writer);
    const after = outer.inCode ? '' : this.#label(element, view);
    this.#writer.region = region;
    const remark = ariaRole !== null || role.type === 'table' ? missingRows(element) : '';
    const isSummary = isClosedSummary(element);
    const close = () => {
      if (after !== '') this.#writer.text(after, false);
      if (isSummary) this.#writer.insertApart('(collapsed)');
      closeElement();
      if (remark !== '') this.#writer.place({ markdown: remark, kind: 'note' });
    };
    this.#stack.push({
      surroundings,
      view,
      lines: style.display === 'inline' || style.display === 'contents' ? outer.lines : { element, isSeen: null },
      element,
      children: children ?? new Listed([]),
      style,
      region,
      inTable,
      inRow: style.display.endsWith('flex') && !style.flexDirection.startsWith('column'),
      inCode: outer.inCode || role.type === 'code',
      inWidget: outer.inWidget || isWidget(ariaRole),
      inShortLink: outer.inShortLink || (role.type === 'link' && isShortLink(element)),
      showsText: null,
      close,
    });
  }

  /** Writes the label that a style sheet puts before the element, and gives the one it puts after it. */
  #label(element: Element, view: View): string {
    if (!view.hasLayout) return '';
    const before = generatedText(element, '::before', view.window, view.labelled);
    if (before !== '') this.#writer.text(before, false);
    return generatedText(element, '::after', view.window, view.labelled);
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
    if (surroundings)
      this.#push(
        frame,
        style,
        shownChildren(frame),
        { surroundings, view, outer: { ...outer, inTable: false } },
        blockRole,
      );
  }
}

/** Frames smaller than this, in CSS pixels, are borders around nothing. */
const smallestFrame = 16;
const blockRole: ContainerRole = { type: 'text', flow: 'block', mark: null };

function isTable(element: Element): boolean {
  return tagOf(element) === 'table';
}
