/** The position of a piece of text in the structure tree of a tagged PDF (ISO 32000-2, 14.8). */
export type PdfTag = {
  /** The same for all text of one paragraph, heading, item or cell. */
  block: number;
  /** The structure type of the block: `P`, `H1`, `LI`, `TD`. */
  role: string;
  cell?: { table: number; row: number; isHeader: boolean };
};

/** A node of the tree as pdf.js returns it. */
export type StructureNode = { role?: string; type?: string; id?: string; children?: readonly StructureNode[] };

const BLOCKS = /^(?:P|H[1-6]?|LI|BlockQuote|Caption|Code|Note|TOCI|Title|DT|DD|TH|TD)$/;
/** Limits for the structure tree of a hostile document. */
const MAX = { depth: 60, nodes: 100_000 };

type Place = { block: PdfTag | undefined; table: number; row: number; depth: number };

/** The positions of a page's marked content, by id. */
export function collectPdfTags(tree: StructureNode | null): ReadonlyMap<string, PdfTag> {
  const tags = new Map<string, PdfTag>();
  let count = 0;
  const visit = (node: StructureNode, place: Place) => {
    count += 1;
    if (count > MAX.nodes || place.depth > MAX.depth) return;
    if (node.type === 'content' && node.id !== undefined && place.block) tags.set(node.id, place.block);
    const inner = placeInside(node, place, count);
    for (const child of node.children ?? []) visit(child, inner);
  };
  if (tree) visit(tree, { block: undefined, table: 0, row: 0, depth: 0 });
  return tags;
}

/** `id` is unique in the tree. */
function placeInside({ role = '' }: StructureNode, place: Place, id: number): Place {
  const inner = { ...place, depth: place.depth + 1 };
  const isInCell = place.block?.cell !== undefined;
  // A table inside a cell, and paragraphs in it, are parts of the cell.
  if (isInCell) return inner;
  if (role === 'Table') return { ...inner, table: id, row: 0, block: undefined };
  if (role === 'TR') return { ...inner, row: id };
  if (!BLOCKS.test(role)) return inner;
  const isCell = (role === 'TD' || role === 'TH') && place.table > 0 && place.row > 0;
  // Code inside a paragraph is a part of the paragraph.
  if (role === 'Code' && place.block) return inner;
  // The first paragraph of an item is the item.
  if (role === 'P' && place.block?.role === 'LI') return inner;
  const cell = isCell ? { table: place.table, row: place.row, isHeader: role === 'TH' } : undefined;
  return { ...inner, block: { block: id, role, ...(cell && { cell }) } };
}
