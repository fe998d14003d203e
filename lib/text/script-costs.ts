/**
 * The cost of the characters in a range of code points, in hundredths of a token: for each character, and for one that
 * begins a word.
 */
export type ScriptCost = { from: number; to: number; character: number; word: number };

const cost = (from: number, to: number, character: number, word = 0): ScriptCost => ({ from, to, character, word });

/** A character that is not in a vocabulary costs nearly one token per UTF-8 byte. */
export const COST_BY_BYTES = { 2: 195, 3: 295, 4: 395 };
/** Words in such scripts: the space before a word is a separate token about half of the time. */
export const UNKNOWN_WORD = 50;

/**
 * Ranges that cost less than their bytes, since vocabularies contain their characters or parts of their words. Later
 * rows win. For sources and accuracy, see letter-costs.ts.
 */
export const SCRIPT_COSTS: readonly ScriptCost[] = [
  // Latin-1 signs, Latin letters outside LATIN_LETTERS, phonetic letters, combining diacritics.
  cost(0x00a0, 0x00bf, 105),
  cost(0x00ad, 0x00ad, 100),
  cost(0x00d7, 0x00d7, 100),
  cost(0x00f7, 0x00f7, 100),
  cost(0x0180, 0x02ff, 205, 60),
  cost(0x01a0, 0x01a1, 45, 73),
  cost(0x01af, 0x01b0, 45, 73),
  cost(0x0300, 0x036f, 200),
  cost(0x1e00, 0x1e9f, 195, 60),
  cost(0x1ea0, 0x1ef9, 28, 73),
  // Greek, with and without the old accents; Cyrillic beyond the pairs.
  cost(0x0370, 0x03ff, 38, 32),
  cost(0x03d7, 0x03ff, 195, 32),
  cost(0x1f00, 0x1fff, 200, 32),
  cost(0x0400, 0x040f, 60, 60),
  cost(0x0450, 0x045f, 60, 60),
  cost(0x0460, 0x04ff, 135, 60),
  // Armenian, Georgian, Hebrew.
  cost(0x0530, 0x058f, 56, 35),
  cost(0x10a0, 0x10cf, 295, 30),
  cost(0x10d0, 0x10ff, 54, 30),
  cost(0x0591, 0x05c7, 300),
  cost(0x05d0, 0x05f4, 42, 74),
  // Arabic: signs and marks; letters of Arabic and Persian, of Urdu, and of other languages; presentation forms.
  cost(0x0600, 0x061f, 100),
  cost(0x0620, 0x064a, 38, 8),
  cost(0x064b, 0x065f, 125),
  cost(0x0660, 0x066f, 115),
  cost(0x0670, 0x06ff, 195, 8),
  cost(0x0679, 0x0679, 95, 8),
  cost(0x067e, 0x067e, 35, 8),
  cost(0x0686, 0x0686, 35, 8),
  cost(0x0688, 0x0688, 95, 8),
  cost(0x0691, 0x0691, 95, 8),
  cost(0x0698, 0x0698, 60, 8),
  cost(0x06a9, 0x06af, 35, 8),
  cost(0x06aa, 0x06ae, 195, 8),
  cost(0x06ba, 0x06ba, 95, 8),
  cost(0x06be, 0x06be, 95, 8),
  cost(0x06c1, 0x06c1, 95, 8),
  cost(0x06cc, 0x06cc, 35, 8),
  cost(0x06d2, 0x06d2, 95, 8),
  cost(0x06d4, 0x06d4, 100),
  cost(0x06f0, 0x06f9, 115),
  cost(0xfe70, 0xfeff, 200, 8),
  // Scripts of India, Sri Lanka and Tibet.
  cost(0x0900, 0x097f, 45, 12),
  cost(0x0964, 0x096f, 98),
  cost(0x0980, 0x09ff, 36, 72),
  cost(0x09e6, 0x09ef, 110),
  cost(0x0a00, 0x0a7f, 82, 22),
  cost(0x0a66, 0x0a6f, 150),
  cost(0x0a80, 0x0aff, 66, 54),
  cost(0x0ae6, 0x0aef, 150),
  cost(0x0b00, 0x0b7f, 130, 40),
  cost(0x0b80, 0x0bff, 45, 46),
  cost(0x0be6, 0x0bef, 160),
  cost(0x0c00, 0x0c7f, 60, 38),
  cost(0x0c66, 0x0c6f, 160),
  cost(0x0c80, 0x0cff, 58, 58),
  cost(0x0ce6, 0x0cef, 150),
  cost(0x0d00, 0x0d7f, 52, 72),
  cost(0x0d66, 0x0d6f, 160),
  cost(0x0d80, 0x0dff, 95, 36),
  cost(0x0f00, 0x0fff, 150, 38),
  // Thai, Lao, Burmese (with letters of Mon, Shan and Karen), Khmer.
  cost(0x0e00, 0x0e7f, 43, 38),
  cost(0x0e50, 0x0e5b, 130),
  cost(0x0e80, 0x0eff, 185, 44),
  cost(0x1000, 0x104f, 68, 55),
  cost(0x1040, 0x1049, 150),
  cost(0x1050, 0x109f, 210, 55),
  cost(0x1780, 0x17ff, 115, 50),
  cost(0x17e0, 0x17e9, 180),
  // Syriac, Thaana, N'Ko, Ethiopic.
  cost(0x0700, 0x074f, 200, 60),
  cost(0x0780, 0x07bf, 200, 55),
  cost(0x1200, 0x12ff, 205, 60),
  // Punctuation, signs, arrows, shapes.
  cost(0x2000, 0x200a, 100),
  cost(0x200b, 0x200f, 120),
  cost(0x2010, 0x2027, 95),
  cost(0x2028, 0x205e, 150),
  cost(0x205f, 0x209f, 195),
  cost(0x20a0, 0x20bf, 150),
  cost(0x2100, 0x218f, 170),
  cost(0x2190, 0x21ff, 125),
  cost(0x2200, 0x22bf, 150),
  cost(0x2460, 0x247f, 180),
  cost(0x2500, 0x257f, 95),
  cost(0x2580, 0x25ff, 150),
  cost(0x2600, 0x26bf, 180),
  cost(0x2700, 0x27bf, 185),
  // Chinese, Japanese, Korean.
  cost(0x3000, 0x303f, 75),
  cost(0x3040, 0x309f, 74),
  cost(0x30a0, 0x30ff, 70),
  cost(0x3100, 0x312f, 200, 50),
  cost(0x3130, 0x318f, 200, 50),
  cost(0x4e00, 0x9fff, 87),
  cost(0xac00, 0xd7a3, 60, 58),
  cost(0xff00, 0xff0f, 75),
  cost(0xff10, 0xff19, 115),
  cost(0xff1a, 0xff20, 80),
  cost(0xff21, 0xff5a, 115),
  cost(0xff5b, 0xffef, 150),
  // Variation selectors, and the replacement character.
  cost(0xfe00, 0xfe0f, 75),
  cost(0xfffc, 0xfffd, 60),
  // Mathematical letters, flags, pictures.
  cost(0x1d000, 0x1d7ff, 290),
  cost(0x1f000, 0x1f1ff, 290),
  cost(0x1f1e6, 0x1f1ff, 250),
  cost(0x1f200, 0x1f2ff, 290),
  cost(0x1f300, 0x1faff, 190),
];
