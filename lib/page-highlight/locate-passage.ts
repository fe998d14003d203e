import type { PagePassage } from '../contracts/index.ts';
import { foldLetters, splitSearchPieces } from '../text/index.ts';
import type { LetterIndex, LetterSpan } from './letter-index.ts';

/** The kind of a place on the page. `aside`: text of navigation, which is used only if there is no other place. */
export type PlaceKind = 'text' | 'aside' | 'invisible';

const MATCHING = {
  /** Shorter texts occur everywhere, so they are searched for together with their surroundings. In letters. */
  minLetters: 4,
  /** How many letters around a short text must match as well. */
  shortSurroundings: 10,
  /** A sentence of a longer passage is searched for separately if it has at least this many letters. */
  minPieceLetters: 12,
  /** Texts that occur more often than this are not searched for. */
  maxPlaces: 50,
  /** How many letters around a place are compared with the surroundings in the text that was read. */
  surroundings: 40,
} as const;

/**
 * The place of a passage in the letters of a page: its only occurrence, or the one whose surroundings match better than
 * those of all others. Empty if there is no such place. If the whole passage is not found, searches for its sentences.
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

/** Like `locatePassage`, for a page with notes between its letters, which the text that was read may lack. */
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

/** The only occurrence of a short text at which all of its surroundings match. */
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

/** How many letters directly before and after a place equal those that were read there. */
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
