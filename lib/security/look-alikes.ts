/** Letters of Cyrillic and Greek that look like letters of the Latin alphabet. */
const CYRILLIC = 'аеорсухіјѕһԁԛԝѵӏүАВЕКМНОРСТУХІЈЅҺԌԚԜѴӀҮ';
const GREEK = 'ονρυιαϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϜ';
/** Scripts that are hardly ever mixed with the Latin one in a word, and have letters that look like its letters. */
const RARE_SCRIPTS = [
  ...[
    'Armenian',
    'Cherokee',
    'Lisu',
    'Coptic',
    'Deseret',
    'Osage',
    'Tifinagh',
    'Canadian_Aboriginal',
    'Runic',
    'Ogham',
  ],
  ...['Gothic', 'Old_Italic', 'Carian', 'Lycian', 'Lydian', 'Elbasan', 'Vai', 'Bamum', 'Nko', 'Warang_Citi'],
];
/**
 * Letters of phonetic notation, small capitals, Roman numerals, letter-like signs and letters of full width. A Latin
 * word has none of them beside plain letters. The sign of the ohm is part of units.
 */
const LATIN_VARIANTS =
  'ɑɡɩɪɢʀʏʙʜʟɴǀ\\u1D00-\\u1D2B\\uA730\\uA731\\u2160-\\u2188\\u2100-\\u2125\\u2127-\\u214F\\uFF10-\\uFF5A';
const OTHERS = RARE_SCRIPTS.map((script) => `\\p{Script=${script}}`).join('') + LATIN_VARIANTS;
/** A digit of another script beside a Latin letter. Several of them look like an `o` or an `l`. */
const FOREIGN_DIGIT = /(?<=[A-Za-z])(?!\d)\p{Nd}|(?!\d)\p{Nd}(?=[A-Za-z])/gu;
/** Scripts with digits of their own, and their letters. */
const DIGIT_SCRIPTS = [
  ...['Arabic', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam'],
  ...['Sinhala', 'Thai', 'Lao', 'Tibetan', 'Myanmar', 'Khmer'],
].map((script) => ({
  signs: new RegExp(`\\p{Script_Extensions=${script}}`, 'u'),
  letters: new RegExp(`(?=\\p{Script_Extensions=${script}})\\p{L}`, 'u'),
}));
/** Letters and digits of mathematics, some of which look like plain ones. */
const MATHEMATICAL = /[\u{1D400}-\u{1D7FF}]/gu;

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const LATIN = /[A-Za-z]/;
const LOOK_ALIKE = new RegExp(`[${CYRILLIC}${GREEK}${OTHERS}]`, 'gu');
const ONLY_LOOK_ALIKES = new RegExp(`^(?:[${CYRILLIC}]|[${GREEK}]|[\\p{N}\\p{M}])+$`, 'u');

const SCRIPTS = [
  { letters: /\p{Script=Cyrillic}/gu, alike: new RegExp(`[${CYRILLIC}]`, 'u') },
  { letters: /\p{Script=Greek}/gu, alike: new RegExp(`[${GREEK}]`, 'u') },
] as const;

/**
 * Applies `mark` to letters that look like Latin ones, in words that also have Latin letters. Such words are not
 * written by accident.
 */
export function markLookAlikes(text: string, mark: (letter: string) => string): string {
  if (/^[\0-\xFF]*$/.test(text)) return text;
  const marked = text
    .replace(MATHEMATICAL, mark)
    .replace(WORD, (word) => (LATIN.test(word) ? word.replace(LOOK_ALIKE, mark) : word));
  return marked.replace(FOREIGN_DIGIT, (digit) => (isWrittenIn(text, digit) ? digit : mark(digit)));
}

/** Whether a text also has letters of the script of a digit. */
function isWrittenIn(text: string, digit: string): boolean {
  return DIGIT_SCRIPTS.some(({ signs, letters }) => signs.test(digit) && letters.test(text));
}

/**
 * Like `markLookAlikes`, also for words entirely of such letters, unless other letters in `context` show that the text
 * really is written in that script.
 */
export function markLookAlikeWords(text: string, context: string, mark: (letter: string) => string): string {
  if (/^[\0-\xFF]*$/.test(text)) return text;
  const isWritten = SCRIPTS.some(({ letters, alike }) =>
    (context.match(letters) ?? []).some((each) => !alike.test(each)),
  );
  const marked = markLookAlikes(text, mark);
  if (isWritten) return marked;
  return marked.replace(WORD, (word) => (ONLY_LOOK_ALIKES.test(word) ? word.replace(LOOK_ALIKE, mark) : word));
}
