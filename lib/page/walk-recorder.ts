import type { PageBlock } from '../protocol/page.ts';
import { attribute, findAll, property } from './dom.ts';
import type { FrameKind } from './frame.ts';
import type { Picture } from './image.ts';
import type { Mark } from './inline.ts';
import type { TableRow } from './table-grid.ts';
import type { Traits } from './traits.ts';
import type { WalkRecord, WriterCall } from './walk-record.ts';

/** A block-level element that is being walked through. */
export type WalkedRegion = {
  element: Element;
  traits: Traits;
  parent: WalkedRegion | null;
  /** Its place in the record, once something is said in it. */
  place: number | null;
};

const openers = '[aria-expanded], [aria-controls], [role=tab]';
/** Calls after which there is no paragraph to end. */
const endings: ReadonlySet<string> = new Set(['flush', 'place', 'open', 'openItem', 'openRow', 'close']);

/**
 * Writes down what a walk through a page says (open, text, close), to be written out as Markdown elsewhere: what does not need
 * the page is not done on the page's time. The calls are those of MarkdownWriter.
 */
export class WalkRecorder {
  /** The block-level element the walk is in. */
  region: WalkedRegion;
  /** Characters taken so far. */
  size = 0;
  readonly #record: WalkRecord = { calls: [], regions: [] };
  readonly #elements: Element[] = [];
  #at: WalkedRegion | null = null;

  constructor(region: WalkedRegion) {
    this.region = region;
    this.#mark();
  }

  text(text: string, keepLines: boolean): void {
    this.size += text.length;
    this.#say(['text', text, keepLines]);
  }

  /** Something of our own making inside the paragraph: an image, a form field. */
  insert(markdown: string): void {
    if (markdown === '') return;
    this.size += markdown.length;
    this.#say(['insert', markdown]);
  }

  /** The same with space around it. */
  insertApart(markdown: string): void {
    if (markdown === '') return;
    this.size += markdown.length;
    this.#say(['insertApart', markdown]);
  }

  picture(picture: Picture): void {
    this.size += picture.alt.length + (picture.url?.length ?? 0);
    this.#say(['picture', picture]);
  }

  lineBreak(): void {
    this.#mark();
    this.#say(['lineBreak']);
  }

  space(): void {
    if (this.#last !== 'space' && !this.#isBetweenParagraphs) this.#say(['space']);
  }

  openMark(mark: Mark): void {
    if (mark.type === 'link' && mark.url) this.size += mark.url.length;
    this.#say(['openMark', mark]);
  }

  closeMark(): void {
    this.#say(['closeMark']);
  }

  /** Ends the paragraph; in code, the line. */
  flush(): void {
    if (this.#isBetweenParagraphs) return;
    this.#mark();
    this.#say(['flush']);
  }

  /** A block of our own making, that is no text of the page. */
  place(block: Omit<PageBlock, 'headingLevel'>): void {
    this.size += block.markdown.length;
    this.#mark();
    this.#say(['place', block]);
  }

  open(kind: FrameKind): void {
    this.#mark();
    this.#say(['open', kind]);
  }

  openItem(value: number | null): void {
    this.#mark();
    this.#say(['openItem', value]);
  }

  openRow(section: TableRow['section']): void {
    this.#mark();
    this.#say(['openRow', section]);
  }

  close(): void {
    this.#mark();
    this.#say(['close']);
  }

  /** What was said, and the elements of its regions; call it once, at the end. */
  finish(): { record: WalkRecord; elements: readonly Element[] } {
    this.#findOpeners();
    return { record: this.#record, elements: this.#elements };
  }

  get #last(): string | undefined {
    return this.#record.calls.at(-1)?.[0];
  }

  get #isBetweenParagraphs(): boolean {
    return this.#last !== undefined && endings.has(this.#last);
  }

  #say(call: WriterCall): void {
    this.#record.calls.push(call);
  }

  /** Says where the walk is: only a paragraph that ends has to stand somewhere. */
  #mark(): void {
    if (this.region === this.#at) return;
    this.#at = this.region;
    this.#record.calls.push(['at', this.#placeOf(this.region)]);
  }

  #placeOf(region: WalkedRegion): number {
    if (region.place !== null) return region.place;
    const parent = region.parent && this.#placeOf(region.parent);
    const { element, traits } = region;
    const { tag, role, id, classNames, hasAttributes, position } = traits;
    region.place = this.#record.regions.length;
    this.#elements.push(element);
    this.#record.regions.push({
      tag,
      role,
      names: `${id} ${classNames}`,
      isFixed: position === 'fixed',
      isModal: hasAttributes && attribute(element, 'aria-modal') === 'true',
      opens: false,
      parent,
    });
    return region.place;
  }

  #findOpeners(): void {
    const regions = new Map(this.#elements.map((element, place) => [element, this.#record.regions[place]]));
    const trees = new Set(this.#elements.map((element) => Node.prototype.getRootNode.call(element)));
    for (const tree of trees) {
      for (const opener of findAll(tree, openers)) {
        for (let around = parentOf(opener); around; around = parentOf(around)) {
          const region = regions.get(around);
          if (region?.opens) break;
          if (region) region.opens = true;
        }
      }
    }
  }
}

function parentOf(element: Element): Element | null {
  return property(Node.prototype, element, 'parentElement');
}
