import type { PageBlock } from '../../contracts/index.ts';

/** Characters of visible text, and how many of them stand in links and in controls such as buttons. */
export type Counts = { text: number; link: number; control: number };

/**
 * A block-level element on the way from the body to the text, and what main content is chosen by of it: the tree that it is
 * chosen from.
 */
export type Region = {
  parent: Region | null;
  depth: number;
  tag: string;
  /** Its ARIA role. */
  role: string | null;
  /** Its id and class names in one string. */
  names: string;
  /** Fixed to the window; and of those, what says that nothing else can be used while it is open (`aria-modal`). */
  state: 'fixed' | 'modal' | null;
  /** Whether there is a control in it that opens something. */
  opens: boolean;
};

/** A block with the place it was found in. */
export type PlacedBlock = PageBlock & { region: Region; counts: Counts };

/** The protocol's blocks do not know where they stood. */
export function withoutPlace(block: PageBlock | PlacedBlock): PageBlock {
  if (!('region' in block)) return block;
  const { region: _, counts: __, ...rest } = block;
  return rest;
}

export function noCounts(): Counts {
  return { text: 0, link: 0, control: 0 };
}

export function addCounts(sum: Counts, counts: Counts): void {
  sum.text += counts.text;
  sum.link += counts.link;
  sum.control += counts.control;
}

/** `region` and everything around it, innermost first. */
export function* regionAndAncestors(region: Region): Generator<Region> {
  for (let current: Region | null = region; current; current = current.parent) yield current;
}

/** Gives for a region the outermost one around it, or itself, that `is` says yes to. Asks once of each region. */
export function outermost(is: (region: Region) => boolean): (region: Region) => Region | null {
  const known = new Map<Region, Region | null>();
  return (region) => {
    const unknown: Region[] = [];
    let around: Region | null = region;
    for (; around && !known.has(around); around = around.parent) unknown.push(around);
    let found = (around && known.get(around)) ?? null;
    for (const inner of unknown.reverse()) {
      found ??= is(inner) ? inner : null;
      known.set(inner, found);
    }
    return found;
  };
}

/** Whether `region` is the same as `root` or inside it. Everything is inside null. */
export function isIn(region: Region, root: Region | null): boolean {
  if (root === null) return true;
  let around: Region | null = region;
  while (around && around.depth > root.depth) around = around.parent;
  return around === root;
}

/** The element and what it is called, without numbers, which are of one entry. */
export function shapeOf({ tag, names }: Region): string {
  return `${tag} ${names.split(/\s+/).find((name) => name !== '' && !/\d/.test(name)) ?? ''}`;
}
