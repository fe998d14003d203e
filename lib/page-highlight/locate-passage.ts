import type { PagePassage } from '../contracts/index.ts';
import { foldLetters, splitSearchPieces } from '../text/index.ts';
import type { LetterIndex, LetterSpan } from './letter-index.ts';

/** How a place of the page counts: `aside` is text of navigation, which is used only if there is no other. */
export type PlaceKind = 'text' | 'aside' | 'invisible';

const MATCHING = {
  /** Shorter texts occur everywhere, and are found together with what is around them. In letters. */
  minLetters: 4,
  /** Letters around a short text that have to be there as well. */
  shortSurroundings: 10,
  /** A sentence of a longer passage is found by itself from this length. In letters. */
  minPieceLetters: 12,
  /** Texts with more places than this are not looked for. */
  maxPlaces: 50,
  /** Letters around a place that are compared with what was read around it. */
  surroundings: 40,
} as const;

/**
 * Where a passage is in the letters of a page: its only place, or the one whose surroundings fit better than those of all others.
 * Empty if there is no such place. If it is not there as a whole, its sentences are looked for.
 */
export function locatePassage(
  letters: string,
  passage: PagePassage,
  classify: (span: LetterSpan) => PlaceKind,
): LetterSpan[] {
  const whole = findPlace(letters, passage, classify, MATCHING.minLetters);
  if (whole !== 'absent') return whole === 'unclear' ? [] : [whole];
  const pieces = splitSearchPieces(passage.text);
  if (pieces.length < 2) return [];
  return pieces.flatMap((text, index) => {
    const before = pieces[index - 1] ?? passage.before;
    const after = pieces[index + 1] ?? passage.after;
    const place = findPlace(letters, { text, before, after }, classify, MATCHING.minPieceLetters);
    return typeof place === 'string' ? [] : [place];
  });
}

/** The same for a page that has notes between its letters, which what was read may lack. */
export function locateInPage(
  text: LetterIndex,
  passage: PagePassage,
  classify: (span: LetterSpan) => PlaceKind,
): LetterSpan[] {
  const spans = locatePassage(text.letters, passage, classify);
  const { withoutNotes } = text;
  if (withoutNotes === null || countLetters(spans) >= foldLetters(passage.text).length) return spans;
  const others = locatePassage(withoutNotes.letters, passage, (span) => classify(withoutNotes.toSpan(span)));
  return countLetters(others) > countLetters(spans) ? others.map(withoutNotes.toSpan) : spans;
}

function countLetters(spans: readonly LetterSpan[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}

function findPlace(
  letters: string,
  { text, before, after }: PagePassage,
  classify: (span: LetterSpan) => PlaceKind,
  minLetters: number,
): LetterSpan | 'absent' | 'unclear' {
  const searched = foldLetters(text);
  if (searched.length < minLetters)
    return minLetters === MATCHING.minLetters ? findShort(letters, { searched, before, after }, classify) : 'absent';
  const starts = listPlaces(letters, searched);
  if (starts.length > MATCHING.maxPlaces) return 'unclear';
  const around = { before: foldLetters(before), after: foldLetters(after) };
  const places = starts.flatMap((start) => {
    const span = { start, end: start + searched.length };
    const kind = classify(span);
    return kind === 'invisible' ? [] : [{ span, kind, fit: countEqualLetters(letters, span, around) }];
  });
  const inText = places.filter(({ kind }) => kind === 'text');
  const candidates = inText.length > 0 ? inText : places;
  const bestFit = Math.max(...candidates.map(({ fit }) => fit));
  const [best, other] = candidates.filter(({ fit }) => fit === bestFit);
  if (best === undefined) return 'absent';
  return other === undefined ? best.span : 'unclear';
}

/** The only place of a short text at which everything around it is as it was read. */
function findShort(
  letters: string,
  { searched, before, after }: { searched: string; before: string; after: string },
  classify: (span: LetterSpan) => PlaceKind,
): LetterSpan | 'absent' | 'unclear' {
  const ahead = foldLetters(before).slice(-MATCHING.shortSurroundings);
  const whole = ahead + searched + foldLetters(after).slice(0, MATCHING.shortSurroundings);
  if (searched === '' || whole.length < MATCHING.minPieceLetters) return 'absent';
  const spans = listPlaces(letters, whole)
    .map((start) => ({ start: start + ahead.length, end: start + ahead.length + searched.length }))
    .filter((span) => classify(span) !== 'invisible');
  return spans.length > 1 ? 'unclear' : (spans[0] ?? 'absent');
}

function listPlaces(letters: string, searched: string): number[] {
  const starts: number[] = [];
  for (let at = letters.indexOf(searched); at >= 0; at = letters.indexOf(searched, at + 1)) {
    starts.push(at);
    if (starts.length > MATCHING.maxPlaces) break;
  }
  return starts;
}

/** How many letters directly before and after a place are those that were read there. */
function countEqualLetters(
  letters: string,
  { start, end }: LetterSpan,
  { before, after }: Pick<PagePassage, 'before' | 'after'>,
): number {
  let ahead = 0;
  while (ahead < MATCHING.surroundings && ahead < after.length && letters[end + ahead] === after[ahead]) ahead += 1;
  let behind = 0;
  while (
    behind < MATCHING.surroundings &&
    behind < before.length &&
    letters[start - 1 - behind] === before[before.length - 1 - behind]
  )
    behind += 1;
  return ahead + behind;
}
