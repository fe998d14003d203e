import type { PageBlock } from '../protocol/page.ts';
import type { PageView } from './page-view.ts';
import { type Position, placePrint } from './paginate.ts';

/** A cursor that no longer leads anywhere; the message is for the model. */
export class CursorError extends Error {
  readonly code: 'malformed' | 'page-changed';
  constructor(code: 'malformed' | 'page-changed', message: string) {
    super(message);
    this.name = 'CursorError';
    this.code = code;
  }
}

/** `m24.0.1xk9.9ab3`: view, block and characters into it, what stands there, and the snapshot it was given for. */
const form = /^([mw])(\d{1,9})\.(\d{1,9})\.([a-z0-9]{1,8})\.([a-z0-9]{1,16})$/;

export function cursorAt(
  { block, offset }: Position,
  view: PageView,
  blocks: readonly PageBlock[],
  snapshot: string,
): string {
  return `${view === 'whole' ? 'w' : 'm'}${block}.${offset}.${placePrint(blocks, block)}.${snapshot}`;
}

/** The view a cursor belongs to. Throws CursorError. */
export function viewOfCursor(cursor: string): PageView {
  return parse(cursor).view;
}

/**
 * Where a cursor leads on the page as it is now: the same text, wherever it has moved to. `changed`: the page is another
 * than when the cursor was given. Throws CursorError where that text is gone.
 */
export function resolveCursor(
  cursor: string,
  blocks: readonly PageBlock[],
  snapshot: string,
): { position: Position; changed: boolean } {
  const { block, offset, print, given } = parse(cursor);
  const changed = given !== snapshot;
  if (placePrint(blocks, block) === print) return { position: { block, offset }, changed };
  const moved = nearest(blocks, block, print);
  if (moved === null) {
    throw new CursorError(
      'page-changed',
      'The page has changed and the text this cursor led to is gone. Read it again without a cursor, or search it with find_in_page.',
    );
  }
  return { position: { block: moved, offset }, changed: true };
}

function nearest(blocks: readonly PageBlock[], from: number, print: string): number | null {
  const places = blocks.flatMap((_, index) => (placePrint(blocks, index) === print ? [index] : []));
  return places.sort((one, other) => Math.abs(one - from) - Math.abs(other - from))[0] ?? null;
}

function parse(cursor: string) {
  const match = form.exec(cursor.trim());
  if (!match) {
    throw new CursorError(
      'malformed',
      `"${cursor.slice(0, 40)}" is no cursor. Use one exactly as it was given, or none to read from the beginning.`,
    );
  }
  const [, view, block, offset, print = '', given = ''] = match;
  return {
    view: view === 'w' ? ('whole' as const) : ('main' as const),
    block: Number(block),
    offset: Number(offset),
    print,
    given,
  };
}
