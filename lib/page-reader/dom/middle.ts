import { property } from './dom.ts';

/** How much of the end of a page is read if its middle is skipped. Characters. */
const END_LENGTH = 200_000;

/**
 * The middle of a page that is too large. It is skipped without style and box queries, so that the end is read in time.
 */
export class Middle {
  /** Characters of text skipped so far. */
  omitted = 0;
  readonly #root: Element;
  /** Number of characters that remain to be skipped; null before the middle has begun. */
  #left: number | null = null;

  constructor(root: Element) {
    this.#root = root;
  }

  get isOver(): boolean {
    return this.#left === 0 && this.omitted > 0;
  }

  /**
   * Begins the middle before `next`, unless it has already begun. In a frame or a shadow tree, it begins after the end
   * of that tree.
   */
  beginAt(next: Node): void {
    if (this.#left !== null || !this.#root.contains(next)) return;
    const rest = this.#root.ownerDocument.createRange();
    rest.setStartBefore(next);
    rest.setEndAfter(this.#root);
    this.#left = Math.max(0, rest.toString().length - END_LENGTH);
  }

  /** Whether this node is skipped as a whole. If it extends into the end of the page, its children are tested. */
  skips(node: Node): boolean {
    if (this.#left === null || this.#left === 0) return false;
    const length = property(Node.prototype, node, 'textContent')?.length ?? 0;
    const isWhole = length <= this.#left;
    if (!isWhole && node.nodeType !== 3) return false;
    this.omitted += length;
    this.#left = isWhole ? this.#left - length : 0;
    return true;
  }
}

export function omissionNote(characters: number): string {
  return `(${characters.toLocaleString('en-US')} characters of the page are left out here.)`;
}
