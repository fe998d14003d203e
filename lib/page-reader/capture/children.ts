import { property } from '../dom/dom.ts';

/** Children one by one, then null. */
export type Children = { next(): Node | null };

/**
 * The nodes from `first` on, as the tree has them when they are asked for. A page may change between two questions, and a
 * form's field may answer for its `nextSibling`: what is no child (any more) is looked up by its place instead.
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
