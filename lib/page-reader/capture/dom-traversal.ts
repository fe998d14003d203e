import { getTagName, isElement, measureBox } from '../dom/dom.ts';
import { Middle, omissionNote } from '../dom/middle.ts';
import { noCounts } from '../dom/region.ts';
import { type AncestorState, documentAncestorState, enterElement } from './ancestors.ts';
import { type CapturedRegion, type CaptureEvents, CaptureRecorder } from './capture-recorder.ts';
import { measureIndentation } from './code-box.ts';
import { missingRows } from './data-table.ts';
import {
  type ContainerRole,
  iconName,
  inLine,
  isControl,
  isDrawnBox,
  isShortRow,
  isSkipped,
  isWidget,
} from './element-role.ts';
import {
  type Children,
  canBeOpened,
  childrenOfDetails,
  frameDocument,
  framePlace,
  isClosedDetails,
  isClosedSummary,
  Listed,
  partInRange,
  shownChildren,
} from './flat-tree.ts';
import { isStruck } from './inline-shape.ts';
import { boxTableIn, LayoutStructure } from './layout-structure.ts';
import { htmlInDrawing, isAwaited } from './picture.ts';
import { isAnimated, isCopy } from './repeated-copies.ts';
import {
  describeControlState,
  drawingName,
  iconSign,
  isSignPlace,
  markerSign,
  ratingIn,
  signInCell,
  starLayer,
  starsFrom,
  swatchName,
} from './signs.ts';
import { isBare, isConsentBanner } from './skipped-elements.ts';
import { type Entry, type InheritedState, isBetweenBoxes, keepsLines } from './traversal-state.ts';
import {
  createView,
  generatedTexts,
  isLabelled,
  NO_TEXTS,
  readTraits,
  showsSomething,
  type Traits,
  type View,
} from './view.ts';
import { isShown, isTextShown, lineBox, revealableContent, withoutLayout } from './visibility.ts';
import { openElement, pdfLink, writeLeaf } from './write-element.ts';

export type TraversalLimits = {
  /** Stop after this many characters of text. */
  maxCharacters: number;
  /** Stop when `now()` exceeds it; milliseconds. */
  deadline: number;
  now: () => number;
  /**
   * After this many characters, or from five seconds before the deadline, the middle of the page is skipped and only
   * its end is read.
   */
  middleFrom?: number;
};

/** How many nodes are read between two checks of the clock. */
const CLOCK_EVERY = 64;
/** Time reserved for the end of a page, ms. */
const TIME_FOR_END = 5_000;

/**
 * Reads what a user sees in `root`, in reading order, and records it (`CaptureRecorder`). Traverses the flat tree
 * without recursion, so that depth does not matter, and changes nothing. With `range`, only its content is read.
 */
export class DomTraversal {
  truncated = false;
  #steps = 0;
  #isLate = false;
  #isMiddleNoted = false;
  readonly #structure = new LayoutStructure();
  readonly #middle: Middle;
  readonly #stack: Entry[] = [];
  readonly #writer: CaptureRecorder;
  readonly #limits: TraversalLimits;
  readonly #range: Range | null;

  constructor(
    root: Element,
    ancestors: AncestorState,
    view: View,
    limits: TraversalLimits,
    range: Range | null = null,
  ) {
    this.#limits = limits;
    this.#middle = new Middle(root);
    this.#range = range;
    const traits = readTraits(root, view);
    const region: CapturedRegion = { element: root, traits, parent: null, place: null };
    this.#writer = new CaptureRecorder(region);
    this.#enter(root, {
      ancestors,
      view,
      region,
      lines: lineBox(root, traits.style),
      inTable: false,
      inRow: false,
      inCode: false,
      inWidget: false,
      inShortLine: false,
      indentsLines: false,
      boxTable: null,
      inTrack: false,
    });
  }

  /**
   * Reads until everything is read or a limit is reached (returns true), or until the time is past `pauseAt` (returns
   * false).
   */
  traverse(pauseAt = Number.POSITIVE_INFINITY): boolean {
    const { now, deadline, maxCharacters, middleFrom = Number.POSITIVE_INFINITY } = this.#limits;
    for (let top = this.#stack.at(-1); top; top = this.#stack.at(-1)) {
      this.#steps += 1;
      if (this.#steps % CLOCK_EVERY === 0) {
        const time = now();
        this.truncated ||= time > deadline;
        this.#isLate = middleFrom < Number.POSITIVE_INFINITY && time > deadline - TIME_FOR_END;
        if (!this.truncated && time > pauseAt) return false;
      }
      this.truncated ||= this.#writer.size > maxCharacters;
      if (this.truncated) return true;
      const child = top.children.next();
      if (child && (this.#isLate || this.#writer.size > middleFrom)) this.#middle.beginAt(child);
      if (child === null) this.#leave(top);
      else if (!this.#middle.skips(child)) this.#node(child, top);
    }
    return true;
  }

  /** Characters of the page's text that were skipped between its beginning and its end. */
  get omittedCharacters(): number {
    return this.#middle.omitted;
  }

  /** Returns the recorded events and the elements of their regions. Call it once, at the end. */
  finish(): { events: CaptureEvents; elements: readonly Element[] } {
    for (let top = this.#stack.at(-1); top; top = this.#stack.at(-1)) this.#leave(top);
    return this.#writer.finish();
  }

  #node(node: Node, parent: Entry): void {
    if (this.#middle.isOver && !this.#isMiddleNoted) {
      this.#isMiddleNoted = true;
      this.#writer.place({ markdown: omissionNote(this.#middle.omitted), kind: 'note' });
    }
    const type = node.nodeType;
    if (parent.rows !== null && type !== 8 && !parent.rows.has(node)) this.#closeRows(parent, node);
    if (type === 3) this.#text(node as Text, parent);
    else if (type === 1 || isElement(node)) this.#enter(node as Element, parent);
  }

  /** Begins a table without a box of its own, or continues it. */
  #openRows(parent: Entry, rows: ReadonlySet<Node>): void {
    if (parent.rows === rows) return;
    this.#writer.open({ type: 'table', rows: [], caption: '', counts: noCounts() });
    parent.rows = rows;
  }

  /** Ends a table without a box of its own before a node that is not one of its rows, or at the end of its parent. */
  #closeRows(parent: Entry, node: Node | null = null): void {
    if (parent.rows === null || (node?.nodeType === 3 && (node as Text).data.trim() === '')) return;
    parent.rows = null;
    this.#writer.close();
  }

  #leave(entry: Entry): void {
    this.#closeRows(entry);
    entry.close();
    this.#stack.pop();
    const outer = this.#stack.at(-1);
    if (outer) this.#writer.region = outer.region;
  }

  #text(node: Text, parent: Entry): void {
    const text = this.#range ? partInRange(node, this.#range) : node.data;
    if (text === '') return;
    const isBlank = text.trim() === '';
    if (!isBlank) {
      parent.showsText ??= isTextShown(
        parent.element,
        parent.traits,
        parent.ancestors,
        parent.view,
        node,
        parent.lines,
      );
    }
    if (parent.showsText === false || (isBlank && isBetweenBoxes(parent))) return;
    const keeps = text.includes('\n') && keepsLines(parent);
    // A byte order mark counts as white space and is not visible.
    if (isBlank && !keeps && !parent.inCode && !text.includes('\uFEFF')) this.#writer.space();
    else this.#writer.text(text, keeps);
  }

  #enter(element: Element, outer: InheritedState): void {
    const tag = getTagName(element);
    if (isSkipped(tag) || (this.#range && !this.#range.intersectsNode(element))) {
      if (isDrawnBox(tag)) this.#writer.space();
      return;
    }
    const { view } = outer;
    if (
      !outer.inWidget &&
      outer.boxTable !== 'cells' &&
      isBare(element, tag) &&
      !isLabelled(element, tag, view, outer.inCode)
    ) {
      if (!outer.inCode) this.#writer.insertApart(starsFrom(element));
      return;
    }
    const traits = readTraits(element, view, tag);
    const { style } = traits;
    const ancestors = enterElement(element, traits, outer.ancestors, view);
    if (!ancestors) {
      this.#enterHidden(element, traits, outer);
      return;
    }
    const isClipped = ancestors.clip !== 'none' && outer.ancestors.clip === 'none';
    if (isClipped && this.#enterHidden(element, traits, outer, true)) return;
    if (isConsentBanner(element, traits)) return;
    const canBeCopy = !this.#range && (outer.inTrack || traits.hasAttributes);
    if (canBeCopy && isCopy(element, outer.inTrack, view)) return;
    const layer = view.hasLayout && !outer.inCode ? starLayer(element) : null;
    if (layer !== null) {
      this.#writer.insertApart(layer);
      return;
    }
    const own = this.#structure.determineRole(element, traits, outer);
    const inLineAs = ancestors.lineWindow ? 'line' : outer.inShortLine ? 'spaced' : null;
    const role = inLineAs ? inLine(own, inLineAs) : own;
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
        if (isShown(element, style, ancestors, view)) this.#enterFrame(element, traits, outer);
        return;
      case 'image': {
        const measured = isAwaited(element) ? withoutLayout(view) : view;
        if (isShown(element, style, ancestors, measured)) writeLeaf('image', element, this.#leafContext(outer));
        return;
      }
      case 'drawing':
        this.#enterDrawing(element, traits, ancestors, outer);
        return;
      case 'canvas':
      case 'field':
      case 'math':
      case 'drawn-math':
      case 'pdf':
        if (isShown(element, style, ancestors, view)) writeLeaf(role.type, element, this.#leafContext(outer));
        return;
      default:
        this.#enterContainer(element, traits, ancestors, outer, role);
    }
  }

  #leafContext({ view, inTable }: InheritedState): Parameters<typeof writeLeaf>[2] {
    return { window: view.window, address: view.address, inCell: inTable, writer: this.#writer };
  }

  /** Writes the name and the text of a drawing, then the labels in it that are HTML. */
  #enterDrawing(element: Element, traits: Traits, ancestors: AncestorState, outer: InheritedState): void {
    const { view } = outer;
    if (!isShown(element, traits.style, ancestors, view)) return;
    const sizeBefore = this.#writer.size;
    writeLeaf('drawing', element, this.#leafContext(outer));
    const sign = this.#writer.size === sizeBefore && !outer.inTable ? iconSign(element) : '';
    if (sign !== '' && isSignPlace(element)) this.#writer.insertApart(sign);
    const labels = htmlInDrawing(element);
    if (labels.length > 0) this.#push(element, traits, new Listed(labels), { ancestors, view, outer }, BLOCK_ROLE);
  }

  #enterContainer(
    element: Element,
    traits: Traits,
    ancestors: AncestorState,
    outer: InheritedState,
    role: ContainerRole,
  ): void {
    const icon = outer.inWidget && isControl(traits, role) ? iconName(element) : '';
    if (icon !== '') {
      this.#writer.insertApart(icon);
      return;
    }
    if (role.type === 'row' && role.rows) this.#openRows(outer as Entry, role.rows);
    const canBeSwatch = outer.view.hasLayout && !outer.inCode && isControl(traits, role);
    const swatch = canBeSwatch ? swatchName(element, outer.view.window) : '';
    if (swatch !== '') {
      this.#writer.space();
      this.#writer.openMark({ type: 'control' });
      this.#writer.text([swatch, describeControlState(element)].filter(Boolean).join(' '), false);
      this.#writer.closeMark();
      this.#writer.space();
      return;
    }
    const { tag } = traits;
    const drawingText =
      traits.role === 'img' && isShown(element, traits.style, ancestors, outer.view) ? drawingName(element) : '';
    if (drawingText !== '') {
      this.#writer.space();
      this.#writer.picture({ alt: drawingText, url: null });
      this.#writer.space();
      return;
    }
    const isOpenable =
      tag === 'details' &&
      isClosedDetails(element) &&
      canBeOpened(element, !outer.view.hasLayout) &&
      isShown(element, traits.style, ancestors, outer.view);
    const view = isOpenable ? withoutLayout(outer.view) : outer.view;
    const children = isOpenable
      ? childrenOfDetails(element)
      : this.#structure.orderChildren(element, traits, view, this.#range !== null);
    this.#push(element, traits, children, { ancestors, view, outer }, role);
  }

  /** Handles an element that is not visible now but could become so. */
  #enterHidden(element: Element, traits: Traits, outer: InheritedState, isClipped = false): boolean {
    const hiddenContent = outer.inCode ? null : revealableContent(element, traits, outer.view, isClipped);
    if (hiddenContent === null) return false;
    this.#writer.place({ markdown: hiddenContent.remark, kind: 'note' });
    const at = { ancestors: outer.ancestors, view: hiddenContent.view, outer };
    this.#push(element, traits, shownChildren(element), at, BLOCK_ROLE);
    return true;
  }

  #push(
    element: Element,
    traits: Traits,
    children: Children | null,
    { ancestors, view, outer }: { ancestors: AncestorState; view: View; outer: InheritedState },
    role: ContainerRole,
  ): void {
    if (children === null && role.type !== 'cell' && !showsSomething(element, traits, outer.view, outer.inCode)) return;
    const { tag, role: ariaRole, style, display } = traits;
    // Columns of a layout table count as blocks, although their words may share a line.
    const isBlock = (role.type !== 'text' && role.type !== 'link') || role.flow === 'block' || tag === 'td';
    // A toolbar is part of the application around it, not boilerplate beside a text.
    const region =
      isBlock && ariaRole !== 'toolbar' && element !== outer.region.element
        ? { element, traits, parent: outer.region, place: null }
        : outer.region;
    const inTable =
      role.type === 'table' || (role.type === 'row' && role.rows !== undefined) || (outer.inTable && tag !== 'table');
    const inRow = display.endsWith('flex') && !style.flexDirection.startsWith('column');
    // An empty element is an icon, which is never bold or italic.
    const shape = children === null && role.type === 'text' ? { ...role, mark: null } : role;
    const closeElement = openElement(element, shape, this.#writer, view.address);
    if (outer.indentsLines) this.#writer.text(' '.repeat(measureIndentation(element)), true);
    const labels = view.hasLayout ? generatedTexts(element, traits, view, outer.inCode) : NO_TEXTS;
    const isMarkedStruck = !outer.inCode && (labels.isCrossedOut || isStruck(element, traits));
    if (isMarkedStruck) this.#writer.openMark({ type: 'strike' });
    const sizeBefore = this.#writer.size;
    const before = labels.before || (role.type === 'item' ? markerSign(style) : '');
    if (before !== '') this.#writer.text(before, false);
    this.#writer.region = region;
    const remark = ariaRole !== null || role.type === 'table' ? missingRows(element) : '';
    const isOption = ariaRole === 'radio' || (role.type === 'text' && role.mark?.type === 'control');
    const state = isOption ? describeControlState(element) : '';
    const isSummary = tag === 'summary' && isClosedSummary(element);
    const close = () => {
      if (labels.after !== '') this.#writer.text(labels.after, false);
      if (isSummary) this.#writer.insertApart('(collapsed)');
      if (state !== '' && this.#writer.size > sizeBefore) this.#writer.insertApart(state);
      if (view.hasLayout && this.#writer.size === sizeBefore) this.#writeSign(element, role, traits, view);
      if (isMarkedStruck) this.#writer.closeMark();
      closeElement();
      if (remark !== '') this.#writer.place({ markdown: remark, kind: 'note' });
    };
    this.#stack.push({
      ancestors,
      view,
      lines: display === 'inline' || display === 'contents' ? outer.lines : lineBox(element, style),
      element,
      children: children ?? new Listed([]),
      traits,
      region,
      inTable,
      inRow,
      inCode: outer.inCode || role.type === 'code',
      indentsLines: role.type === 'code' && role.isIndented === true,
      inWidget: outer.inWidget || isWidget(ariaRole),
      inShortLine: outer.inShortLine || isShortRow(element, role, inRow, display),
      boxTable: boxTableIn(role, outer.boxTable, tag, traits),
      inTrack: isTrack(inRow, style, (outer as Partial<Entry>).traits?.style),
      showsText: null,
      keepsLines: null,
      isNumber: null,
      rows: null,
      close,
    });
  }

  /** Writes what a drawing means, in an element without visible text. */
  #writeSign(element: Element, role: ContainerRole, { hasAttributes }: Traits, { window }: View): void {
    if (role.type === 'cell') {
      this.#writer.text(signInCell(element, window), false);
      return;
    }
    const name = role.type === 'text' && hasAttributes ? ratingIn(element) : '';
    if (name !== '') this.#writer.picture({ alt: name, url: null });
  }

  /**
   * Enters a frame, which has its own window and canvas. Frames of another origin are read by a reader in their own
   * process.
   */
  #enterFrame(frame: Element, traits: Traits, outer: InheritedState): void {
    const box = measureBox(frame);
    if (outer.view.hasLayout && (box.width < MIN_FRAME_PX || box.height < MIN_FRAME_PX)) return;
    const document = frameDocument(frame);
    const window = document?.defaultView;
    const isKnownPdf = document?.contentType === 'application/pdf';
    if (!document || !window || isKnownPdf) {
      const isPdf = pdfLink(frame, outer.view.address, isKnownPdf) !== null;
      if (isPdf) writeLeaf('pdf', frame, { ...this.#leafContext(outer), isKnownPdf });
      const place = framePlace(frame as HTMLIFrameElement);
      if (place) this.#writer.place({ markdown: '', kind: 'frame', frame: isPdf ? { ...place, isPdf } : place });
      return;
    }
    const view = { ...createView(document, window), backdrops: outer.view.backdrops };
    const ancestors = documentAncestorState(document, view);
    if (ancestors)
      this.#push(
        frame,
        traits,
        shownChildren(frame),
        { ancestors, view, outer: { ...outer, inTable: false } },
        BLOCK_ROLE,
      );
  }
}

/** Whether this is the row of a carousel or ticker: a flex row, or text that moves, in a box that clips it. */
function isTrack(isRow: boolean, own: CSSStyleDeclaration, around: CSSStyleDeclaration | undefined): boolean {
  if (isRow && isClipping(own)) return true;
  return (isRow || isAnimated(own)) && isClipping(around);
}

function isClipping(style: CSSStyleDeclaration | undefined): boolean {
  return /hidden|clip/.test(style?.overflow ?? '');
}

/** Frames smaller than this have no visible content. CSS pixels. */
const MIN_FRAME_PX = 16;
const BLOCK_ROLE: ContainerRole = { type: 'text', flow: 'block', mark: null };
