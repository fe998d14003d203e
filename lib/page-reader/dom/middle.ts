import { property } from './dom.ts';

/** The end that is read of a page whose middle is not. Characters of text. */
const endLength = 200_000;

/**
 * The middle of a page that is larger than what is given of it: passed over without asking for styles and boxes, so that
 * its end is read in time.
 */
export class Middle {
  /** Characters of text passed over so far. */
  passed = 0;
  readonly #root: Element;
  /** How many are still to be passed over; null before the middle has begun. */
  #left: number | null = null;

  constructor(root: Element) {
    this.#root = root;
  }

  get isOver(): boolean {
    return this.#left === 0 && this.passed > 0;
  }

  /** The middle begins before `next`, unless it has begun already. In a frame or a shadow tree it waits for their end. */
  beginAt(next: Node): void {
    if (this.#left !== null || !this.#root.contains(next)) return;
    const rest = this.#root.ownerDocument.createRange();
    rest.setStartBefore(next);
    rest.setEndAfter(this.#root);
    this.#left = Math.max(0, rest.toString().length - endLength);
  }

  /** Whether this node is to be passed over whole. Of one that reaches into the end, the children are asked. */
  holds(node: Node): boolean {
    if (this.#left === null || this.#left === 0) return false;
    const length = property(Node.prototype, node, 'textContent')?.length ?? 0;
    const isWhole = length <= this.#left;
    if (!isWhole && node.nodeType !== 3) return false;
    this.passed += length;
    this.#left = isWhole ? this.#left - length : 0;
    return true;
  }
}

export function omissionNote(characters: number): string {
  return `(${characters.toLocaleString('en-US')} characters of the page are left out here.)`;
}
