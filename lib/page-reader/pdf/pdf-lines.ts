/** A piece of text as pdf.js returns it; x and y in points from the lower left of the page. */
export type PdfText = { text: string; x: number; y: number; width: number; size: number; endsLine: boolean };

export type PdfLine = { text: string; x: number; y: number; size: number };

/** Pieces further apart than this, in multiples of their size, are in different columns of a table. */
const columnGap = 1.5;
/** Pieces closer than this are parts of one word. */
const wordGap = 0.15;

/** Joins pieces to lines, in the order of the document. */
export function linesOf(texts: readonly PdfText[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: PdfLine | null = null;
  let end = 0;
  for (const piece of texts) {
    const { text, x, y, size, width } = piece;
    const isSame: boolean = line !== null && Math.abs(line.y - y) < Math.max(size, line.size) * 0.6;
    if (line && isSame) {
      line.text += gapBetween(line.text, text, x - end, size) + text;
      line.size = Math.max(line.size, text.trim() === '' ? 0 : size);
    } else if (text.trim() !== '') {
      line = { text, x, y, size };
      lines.push(line);
    }
    end = x + width;
    if (piece.endsLine) line = null;
  }
  return lines.filter(({ text }) => text.trim() !== '');
}

function gapBetween(before: string, after: string, gap: number, size: number): string {
  if (gap > size * columnGap) return '  |  ';
  return gap > size * wordGap && !/\s$/.test(before) && !/^\s/.test(after) ? ' ' : '';
}
