import type { PageBlock } from '../../contracts/index.ts';
import type { PageView } from './page-view.ts';
import { type Position, placePrint } from './paginate.ts';

/**
 * A parsed cursor: a place, the number of a part (`2`, `part 2`), or unknown. Models that have not seen a cursor yet invent one
 * (quirk: invented-cursor).
 */
export type Cursor =
  | { type: 'place'; view: PageView; block: number; offset: number; print: string; given: string }
  | { type: 'part'; number: number }
  | { type: 'unknown' };

/** `m24.0.1xk9.9ab3`: view, block and offset in it, fingerprint of the place, and snapshot it was created for. */
const form = /^([mw])(\d{1,9})\.(\d{1,9})\.([a-z0-9]{1,8})\.([a-z0-9]{1,16})$/;
const partForm = /^(?:[\p{L}\s#:]{0,16}\s)?#?(\d{1,3})$/u;

export function cursorAt(
  { block, offset }: Position,
  view: PageView,
  blocks: readonly PageBlock[],
  snapshot: string,
): string {
  return `${view === 'whole' ? 'w' : 'm'}${block}.${offset}.${placePrint(blocks, block)}.${snapshot}`;
}

export function parseCursor(text: string): Cursor {
  const [, view, block, offset, print = '', given = ''] = form.exec(text.trim()) ?? [];
  if (view !== undefined) {
    const place = { view: view === 'w' ? ('whole' as const) : ('main' as const), print, given };
    return { type: 'place', ...place, block: Number(block), offset: Number(offset) };
  }
  const number = partForm.exec(text.trim())?.[1];
  return number === undefined ? { type: 'unknown' } : { type: 'part', number: Math.max(1, Number(number)) };
}

/**
 * The position of a cursor on the current page: the same text, wherever it has moved to; null if that text is gone. `changed`:
 * the page differs from the one the cursor was created for.
 */
export function resolveCursor(
  { block, offset, print, given }: Extract<Cursor, { type: 'place' }>,
  blocks: readonly PageBlock[],
  snapshot: string,
): { position: Position; changed: boolean } | null {
  const changed = given !== snapshot;
  if (placePrint(blocks, block) === print) return { position: { block, offset }, changed };
  const moved = nearest(blocks, block, print);
  return moved === null ? null : { position: { block: moved, offset }, changed: true };
}

function nearest(blocks: readonly PageBlock[], from: number, print: string): number | null {
  const places = blocks.flatMap((_, index) => (placePrint(blocks, index) === print ? [index] : []));
  return places.sort((one, other) => Math.abs(one - from) - Math.abs(other - from))[0] ?? null;
}
