import type { PdfText } from './pdf-pieces.ts';

/**
 * A letter at least `size` times as large as at least `lines` lines directly beside it, which are at most `gap` away and
 * at most `below` below its baseline. In multiples of the font size of these lines.
 */
const DROP_CAP = { size: 1.8, lines: 2, gap: 1.2, below: 0.4 };

/** Joins a large first letter, beside several lines, with the word that it begins. */
export function joinDropCaps(texts: readonly PdfText[]): PdfText[] {
  const firstWords = new Map<PdfText, PdfText>();
  for (const cap of texts.filter(({ text }) => /^["“„«‹¿¡]?\p{Lu}$/u.test(text.trim()))) {
    const lines = texts.filter((line) => isBeside(cap, line)).sort((one, other) => other.y - one.y);
    const [first] = lines;
    if (first && lines.length >= DROP_CAP.lines && /^\p{L}/u.test(first.text)) firstWords.set(first, cap);
  }
  const caps = new Set(firstWords.values());
  return texts.flatMap((piece) => {
    const cap = firstWords.get(piece);
    if (cap) return [{ ...piece, text: cap.text.trim() + piece.text }];
    return caps.has(piece) ? [] : [piece];
  });
}

function isBeside(cap: PdfText, { x, y, size, angle, kind }: PdfText): boolean {
  const gap = x - cap.x - cap.width;
  return (
    kind === 'text' &&
    angle === cap.angle &&
    cap.size >= size * DROP_CAP.size &&
    Math.abs(gap) <= size * DROP_CAP.gap &&
    y >= cap.y - size * DROP_CAP.below &&
    y <= cap.y + cap.size
  );
}
