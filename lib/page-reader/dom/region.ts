import type { PageBlock } from '../../contracts/index.ts';

/** Number of characters of visible text, in links, and in controls such as buttons, and the number of controls. */
export type Counts = { text: number; link: number; control: number; controls: number };

/**
 * A block-level element between the body and the text, with the properties used to choose the main content. Regions
 * form a tree.
 */
export type Region = {
  parent: Region | null;
  depth: number;
  tag: string;
  /** Its ARIA role. */
  role: string | null;
  /** Its id, a space, and its class names. */
  names: string;
  /** `fixed` to the window, or `modal`: fixed and declared to block the rest of the page (`aria-modal`). */
  state: 'fixed' | 'modal' | null;
  /** Whether it contains a control that opens something. */
  opens: boolean;
  /** Whether it is a section of a document, whose id names its subject. */
  isSection: boolean;
};

/** A block with its region. */
export type PlacedBlock = PageBlock & { region: Region; counts: Counts };

/** Removes the properties that blocks of a reading do not have. */
export function withoutPlace(block: PageBlock | PlacedBlock): PageBlock {
  if (!('region' in block)) return block;
  const { region: _, counts: __, ...rest } = block;
  return rest;
}

export function noCounts(): Counts {
  return { text: 0, link: 0, control: 0, controls: 0 };
}

export function addCounts(sum: Counts, counts: Counts): void {
  sum.text += counts.text;
  sum.link += counts.link;
  sum.control += counts.control;
  sum.controls += counts.controls;
}

/** Yields `region` and its ancestors, innermost first. */
export function* regionAndAncestors(region: Region): Generator<Region> {
  for (let current: Region | null = region; current; current = current.parent) yield current;
}

/**
 * Returns a function that finds the outermost region that satisfies `is` among a region and its ancestors. Tests each
 * region once.
 */
export function outermost(is: (region: Region) => boolean): (region: Region) => Region | null {
  const outermostByRegion = new Map<Region, Region | null>();
  return (region) => {
    const unknown: Region[] = [];
    let around: Region | null = region;
    for (; around && !outermostByRegion.has(around); around = around.parent) unknown.push(around);
    let outermostRegion = (around && outermostByRegion.get(around)) ?? null;
    for (const inner of unknown.reverse()) {
      outermostRegion ??= is(inner) ? inner : null;
      outermostByRegion.set(inner, outermostRegion);
    }
    return outermostRegion;
  };
}

/** Whether `region` is `root` or inside it. Everything is inside null. */
export function isIn(region: Region, root: Region | null): boolean {
  if (root === null) return true;
  let around: Region | null = region;
  while (around && around.depth > root.depth) around = around.parent;
  return around === root;
}

/** The element's tag and names without numbers, which differ between entries. */
export function describeShape({ tag, names }: Region): string {
  return `${tag} ${names.split(/\s+/).find((name) => name !== '' && !/\d/.test(name)) ?? ''}`;
}

/** The blocks in each region and its descendants, in document order. */
export type BlocksByRegion = ReadonlyMap<Region, readonly PlacedBlock[]>;

export function groupByRegion(blocks: readonly PlacedBlock[]): BlocksByRegion {
  const inside = new Map<Region, PlacedBlock[]>();
  for (const block of blocks) {
    for (const region of regionAndAncestors(block.region)) {
      const blocksInRegion = inside.get(region);
      if (blocksInRegion) blocksInRegion.push(block);
      else inside.set(region, [block]);
    }
  }
  return inside;
}
