import { property } from '../dom/dom.ts';

/** An iterator that returns null at the end. */
export type Children = { next(): Node | null };

/**
 * The siblings from `first` on, as they are in the tree at the time of each call. A page may change in between, and a form field
 * may shadow `nextSibling`: a node that is not a child (any more) is looked up by its index.
 */
export class Siblings implements Children {
  readonly #parent: Node;
  #next: Node | null;
  #given = 0;

  constructor(parent: Node, first: Node) {
    this.#parent = parent;
    this.#next = first;
  }

  next(): Node | null {
    let node = this.#next;
    if (node !== null && node.parentNode !== this.#parent) {
      node = property(Node.prototype, this.#parent, 'childNodes')[this.#given] ?? null;
    }
    this.#next = node?.nextSibling ?? null;
    this.#given += 1;
    return node;
  }
}

export class Listed implements Children {
  readonly #nodes: readonly Node[];
  #given = 0;

  constructor(nodes: readonly Node[]) {
    this.#nodes = nodes;
  }

  next(): Node | null {
    this.#given += 1;
    return this.#nodes[this.#given - 1] ?? null;
  }
}
