import { ARABIC_ALEF, ARABIC_ALEFS, ARABIC_PREFIX, ELISION } from '../language/index.ts';
import { hasUnspacedText, splitWords } from '../text/index.ts';

/** The minimum number of letters at the beginning that two forms of a word share, by script. */
const MIN_STEM = [
  [/^\p{Script=Hangul}/u, 2],
  [/^[\p{Script=Arabic}\p{Script=Devanagari}]/u, 3],
  [/^\p{L}/u, 4],
] as const;
const MAX_ENDING = 4;

const MAX_STORED_FORMS = 20_000;
const foldedForms = new Map<string, string>();

/**
 * Returns a word without the accents of Latin letters, Arabic vowel signs and prefixes, and anything after an
 * apostrophe.
 */
export function foldWord(word: string): string {
  if (/^[a-z0-9]+$/.test(word)) return word;
  let form = foldedForms.get(word);
  if (form === undefined) {
    if (foldedForms.size >= MAX_STORED_FORMS) foldedForms.clear();
    form = fold(word);
    foldedForms.set(word, form);
  }
  return form;
}

function fold(word: string): string {
  if (/[\u0600-\u06ff]/.test(word)) {
    return word
      .replace(/[\u064b-\u0652\u0640]/g, '')
      .replace(ARABIC_ALEFS, ARABIC_ALEF)
      .replace(ARABIC_PREFIX, '');
  }
  if (/[\u0900-\u097f]/.test(word)) return word.normalize('NFD').replace(/\u093c/g, '');
  const folded = /[\u00c0-\u024f\u0400-\u052f]/.test(word)
    ? word
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '')
        .replaceAll('ł', 'l')
        .replaceAll('ß', 'ss')
        .replaceAll('ı', 'i')
    : word;
  const whole = folded.replace(ELISION, '');
  return whole === folded ? folded.replace(/['’](?:s|[\p{L}]{1,4})$/u, '') : whole;
}

/** Returns the words of a text in the form that is compared. */
export function listWords(text: string): string[] {
  return splitWords(text).map(foldWord).filter(Boolean);
}

/** Whether two folded words are forms of the same word. */
export function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  // Keys of facts begin with a number sign.
  if (/^[\d#]/.test(a) || hasUnspacedText(a)) return false;
  const shorter = Math.min(a.length, b.length);
  const minStem = MIN_STEM.find(([script]) => script.test(a))?.[1] ?? 4;
  if (shorter < minStem) return false;
  let shared = 0;
  while (shared < shorter && a[shared] === b[shared]) shared += 1;
  if (shared < Math.max(minStem, shorter - 3)) return false;
  return Math.max(a.length, b.length) - shared <= MAX_ENDING && (shared >= 5 || shared >= shorter - 1);
}

/** The distinct words of the sources, by number. */
export class Vocabulary {
  readonly #ids = new Map<string, number>();
  readonly #words: string[] = [];
  readonly #byStem = new Map<string, number[]>();
  readonly #similar = new Map<string, readonly number[]>();
  /** The number of passages that contain each word. */
  readonly frequencies: number[] = [];

  add(word: string): number {
    const knownId = this.#ids.get(word);
    if (knownId !== undefined) return knownId;
    const id = this.#words.length;
    this.#ids.set(word, id);
    this.#words.push(word);
    this.frequencies.push(0);
    const stem = stemWord(word);
    if (this.#similar.size > 0) this.#similar.clear();
    const others = this.#byStem.get(stem);
    if (others) others.push(id);
    else this.#byStem.set(stem, [id]);
    return id;
  }

  /** Returns the number of exactly this word. */
  get(word: string): number | undefined {
    return this.#ids.get(word);
  }

  wordAt(number: number): string {
    return this.#words[number] ?? '';
  }

  has(word: string): boolean {
    return this.find(word).length > 0;
  }

  /** Returns the words of the sources that are forms of `word`. */
  find(word: string): readonly number[] {
    let ids = this.#similar.get(word);
    if (!ids) {
      ids = (this.#byStem.get(stemWord(word)) ?? []).filter((id) => isSameWord(word, this.#words[id] ?? ''));
      this.#similar.set(word, ids);
    }
    return ids;
  }
}

function stemWord(word: string): string {
  const length = MIN_STEM.find(([script]) => script.test(word))?.[1] ?? 4;
  return hasUnspacedText(word) ? word : word.slice(0, length);
}
