import type { PdfText } from './pdf-pieces.ts';

/** The vowel marks of Hebrew and Arabic, which are drawn above and below letters. */
const MARKS =
  /^\s*([\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]+)\s*$/u;
const LETTER = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
/**
 * `field`: the size of a square of the page, in points. `distance`: in multiples of the font size. The others: how many
 * letters of a square are compared, and how many marks.
 */
const NEAR = { field: 12, maxLetters: 40, maxMarks: 12, distance: 0.6 };

/** Inserts marks that are separate pieces after the letters at whose positions they are drawn. */
export function attachVowelMarks(texts: readonly PdfText[]): readonly PdfText[] {
  const marks = texts.filter(({ text }) => MARKS.test(text));
  if (marks.length === 0) return texts;
  const fields = Map.groupBy(
    texts.filter(({ text }) => !MARKS.test(text) && LETTER.test(text)).flatMap((letter) => listFields(letter)),
    ({ key }) => key,
  );
  const placed = new Map<PdfText, PdfText[]>();
  const attached = new Set<PdfText>();
  for (const mark of marks) {
    const letter = findLetter(mark, fields);
    const own = letter && (placed.get(letter) ?? []);
    if (!own || own.length >= NEAR.maxMarks) continue;
    attached.add(mark);
    placed.set(letter, [...own, mark]);
  }
  return texts.flatMap((piece) => {
    if (attached.has(piece)) return [];
    const own = placed.get(piece);
    return own ? [own.reduce(insertMark, piece)] : [piece];
  });
}

type Field = { key: string; letter: PdfText };

/** The squares of the page that a piece covers. */
function listFields(letter: PdfText): Field[] {
  const first = Math.floor(letter.x / NEAR.field);
  const count = Math.min(100, Math.floor((letter.x + letter.width) / NEAR.field) - first + 1);
  const row = Math.floor(letter.y / NEAR.field);
  return Array.from({ length: count }, (_, index) => ({ key: `${first + index} ${row}`, letter }));
}

function findLetter(mark: PdfText, fields: ReadonlyMap<string, readonly Field[]>): PdfText | undefined {
  const [column, row] = [Math.floor(mark.x / NEAR.field), Math.floor(mark.y / NEAR.field)];
  const distance = ({ y }: PdfText) => Math.abs(y - mark.y);
  return [row - 1, row, row + 1]
    .flatMap((each) => fields.get(`${column} ${each}`)?.slice(0, NEAR.maxLetters) ?? [])
    .map(({ letter }) => letter)
    .filter((letter) => letter.x <= mark.x && letter.x + letter.width >= mark.x)
    .filter((letter) => distance(letter) < letter.size * NEAR.distance)
    .reduce<PdfText | undefined>(
      (best, letter) => (best && distance(best) <= distance(letter) ? best : letter),
      undefined,
    );
}

/** Inserts a mark into a right-to-left piece. */
function insertMark(piece: PdfText, mark: PdfText): PdfText {
  const letters = piece.text.match(/\P{M}\p{M}*/gu) ?? [];
  const share = piece.width > 0 ? (piece.x + piece.width - mark.x) / piece.width : 1;
  const index = Math.min(letters.length, Math.floor(share * letters.length) + 1);
  const sign = MARKS.exec(mark.text)?.[1] ?? '';
  return { ...piece, text: [...letters.slice(0, index), sign, ...letters.slice(index)].join('') };
}
