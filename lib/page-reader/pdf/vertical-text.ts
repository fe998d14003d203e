import { hasUnspacedText } from '../../text/index.ts';
import type { PdfText } from './pdf-pieces.ts';

/**
 * Distances in multiples of the font size, minimum length of a run, and minimum share of a page's characters that are
 * in runs for it to count as vertical text.
 */
const VERTICAL = { minStep: 0.75, maxStep: 1.35, maxShift: 0.3, minRun: 3, minShare: 0.6 };

/**
 * Joins East Asian characters that a page draws one by one below each other into pieces that run from top to bottom,
 * like the text of vertical fonts. The order in the file is the reading order.
 */
export function joinVerticalRuns(texts: readonly PdfText[]): readonly PdfText[] {
  const runs: PdfText[][] = [];
  for (const piece of texts) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && isBelow(before, piece)) run.push(piece);
    else runs.push([piece]);
  }
  const count = (some: readonly PdfText[][]) => some.flat().filter(({ text }) => hasUnspacedText(text)).length;
  const vertical = runs.filter(({ length }) => length >= VERTICAL.minRun);
  if (vertical.length === 0 || count(vertical) < count(runs) * VERTICAL.minShare) return texts;
  return runs.flatMap((run) => (run.length < VERTICAL.minRun ? run : [joinRun(run)]));
}

function isBelow(before: PdfText, piece: PdfText): boolean {
  if (![before, piece].every(({ text, angle }) => angle === 0 && [...text.trim()].length === 1)) return false;
  const step = (before.y - piece.y) / before.size;
  const shift = Math.abs(piece.x + piece.width / 2 - before.x - before.width / 2) / before.size;
  return step >= VERTICAL.minStep && step <= VERTICAL.maxStep && shift <= VERTICAL.maxShift;
}

function joinRun(run: readonly PdfText[]): PdfText {
  const [first, last] = [run[0] as PdfText, run.at(-1) as PdfText];
  return {
    ...first,
    text: run.map(({ text }) => text.trim()).join(''),
    x: first.x + first.width / 2,
    y: first.y + first.size,
    width: first.y - last.y + first.size,
    angle: 270,
  };
}
