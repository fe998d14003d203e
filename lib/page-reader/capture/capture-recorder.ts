import type { PageBlock } from '../../contracts/index.ts';
import type { Mark } from '../document/inline.ts';
import type { FrameKind, MarkdownWriter } from '../document/markdown-writer.ts';
import type { TableRow } from '../document/table-grid.ts';
import { attribute, findAll, getParent } from '../dom/dom.ts';
import type { Picture } from './picture.ts';
import type { Traits } from './view.ts';

type Calls = Omit<MarkdownWriter, 'region' | 'finish'>;

/** The methods of MarkdownWriter that can be recorded. A capture refers to each by its index here. */
export const WRITER_CALLS = [
  'text',
  'insert',
  'insertApart',
  'picture',
  'lineBreak',
  'space',
  'openMark',
  'closeMark',
  'flush',
  'place',
  'open',
  'openItem',
  'openRow',
  'close',
] as const satisfies (keyof Calls)[];

/** Marks the region of the events that follow. Its argument is an index into `regions`. */
export const AT_REGION = WRITER_CALLS.length;

/** An argument of a recorded call. */
type EventValue = Parameters<Calls[keyof Calls]>[number];

/**
 * The recorded events of a traversal, in order. Plain data and as small as possible: recording runs in the page, and
 * the Markdown is built elsewhere (`buildBlocks`).
 */
export type CaptureEvents = {
  /** Calls in sequence: the index of the method, then its arguments. */
  calls: EventValue[];
  /** Outer regions first. `parent` is the index of the region around it, null for the first. */
  regions: [parent: number | null, tag: string, role: string | null, names: string, state: 'fixed' | 'modal' | null][];
  /** Indexes of the regions with a control that opens something. */
  opening: number[];
};

/** A block-level element on the path of the traversal. */
export type CapturedRegion = {
  element: Element;
  traits: Traits;
  parent: CapturedRegion | null;
  /** Its index in the capture, or null until it has content. */
  place: number | null;
};

type CallName = (typeof WRITER_CALLS)[number];
const NUMBERS = Object.fromEntries(WRITER_CALLS.map((name, number) => [name, number])) as Record<CallName, number>;

/** Calls after which there is no paragraph to end and no space to write. */
const ENDINGS = new Set(
  (['flush', 'place', 'open', 'openItem', 'openRow', 'close'] as const).map((name) => NUMBERS[name]),
);

const OPENERS = '[aria-expanded], [aria-controls], [role=tab]';

/**
 * Records what a traversal of a page writes (open, text, close), so that Markdown can be built elsewhere and the page
 * is not blocked by it. The methods are those of MarkdownWriter.
 */
export class CaptureRecorder {
  /** The block-level element the traversal is in. */
  region: CapturedRegion;
  /** Characters recorded so far. */
  size = 0;
  readonly #events: CaptureEvents = { calls: [], regions: [], opening: [] };
  readonly #elements: Element[] = [];
  #at: CapturedRegion | null = null;
  #last: number = AT_REGION;

  constructor(region: CapturedRegion) {
    this.region = region;
    this.#mark();
  }

  text(text: string, keepLines: boolean): void {
    this.size += text.length;
    this.#push(NUMBERS.text, text, keepLines);
  }

  /** Adds generated Markdown inside the paragraph: an image, a form field. */
  insert(markdown: string): void {
    if (markdown === '') return;
    this.size += markdown.length;
    this.#push(NUMBERS.insert, markdown);
  }

  /** Like `insert`, with space around it. */
  insertApart(markdown: string): void {
    if (markdown === '') return;
    this.size += markdown.length;
    this.#push(NUMBERS.insertApart, markdown);
  }

  picture(picture: Picture): void {
    this.size += picture.alt.length + (picture.url?.length ?? 0);
    this.#push(NUMBERS.picture, picture);
  }

  lineBreak(): void {
    this.#mark();
    this.#push(NUMBERS.lineBreak);
  }

  space(): void {
    if (this.#last !== NUMBERS.space && !ENDINGS.has(this.#last)) this.#push(NUMBERS.space);
  }

  openMark(mark: Mark): void {
    if (mark.type === 'link' && mark.url) this.size += mark.url.length;
    this.#push(NUMBERS.openMark, mark);
  }

  closeMark(): void {
    this.#push(NUMBERS.closeMark);
  }

  /** Ends the paragraph, or in code the line. */
  flush(): void {
    if (ENDINGS.has(this.#last)) return;
    this.#mark();
    this.#push(NUMBERS.flush);
  }

  /** Adds a generated block that is not text of the page. */
  place(block: Omit<PageBlock, 'headingLevel'>): void {
    this.size += block.markdown.length;
    this.#mark();
    this.#push(NUMBERS.place, block);
  }

  open(kind: FrameKind): void {
    this.#mark();
    this.#push(NUMBERS.open, kind);
  }

  /** Opens an item with the next number of its list, or `value` if the page sets it. */
  openItem(value: number | null): void {
    this.#mark();
    this.#push(NUMBERS.openItem, value);
  }

  openRow(section: TableRow['section']): void {
    this.#mark();
    this.#push(NUMBERS.openRow, section);
  }

  close(): void {
    this.#mark();
    this.#push(NUMBERS.close);
  }

  /** Returns the recorded events and the elements of their regions. Call it once, at the end. */
  finish(): { events: CaptureEvents; elements: readonly Element[] } {
    this.#findOpeners();
    return { events: this.#events, elements: this.#elements };
  }

  #push(call: number, ...values: EventValue[]): void {
    this.#events.calls.push(call, ...values);
    this.#last = call;
  }

  /** Records the current region. Only a paragraph that ends needs one. */
  #mark(): void {
    if (this.region === this.#at) return;
    this.#at = this.region;
    this.#events.calls.push(AT_REGION, this.#findPlace(this.region));
  }

  #findPlace(region: CapturedRegion): number {
    if (region.place !== null) return region.place;
    const parent = region.parent && this.#findPlace(region.parent);
    const { element, traits } = region;
    const { tag, role, id, classNames, position } = traits;
    const isModal = position === 'fixed' && attribute(element, 'aria-modal') === 'true';
    const state = isModal ? 'modal' : position === 'fixed' ? 'fixed' : null;
    region.place = this.#elements.push(element) - 1;
    this.#events.regions.push([parent, tag, role, `${id} ${classNames}`, state]);
    return region.place;
  }

  #findOpeners(): void {
    const places = new Map(this.#elements.map((element, place) => [element, place]));
    const trees = new Set(this.#elements.map((element) => Node.prototype.getRootNode.call(element)));
    const opening = new Set<number>();
    for (const tree of trees) {
      for (const opener of findAll(tree, OPENERS)) {
        for (let around = getParent(opener); around; around = getParent(around)) {
          const place = places.get(around);
          if (place === undefined) continue;
          if (opening.has(place)) break;
          opening.add(place);
        }
      }
    }
    this.#events.opening = [...opening];
  }
}
