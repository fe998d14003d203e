/** Letters of Cyrillic and Greek that look like letters of the Latin alphabet. */
const CYRILLIC = 'аеорсухіјѕһԁԛԝѵӏүАВЕКМНОРСТУХІЈЅҺԌԚԜѴӀҮ';
const GREEK = 'ονρυιαϲϳΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϜ';
/** Letters of scripts that are hardly ever mixed with the Latin one, and Latin letters of phonetic notation. */
const OTHERS =
  '\\p{Script=Armenian}\\p{Script=Cherokee}\\p{Script=Lisu}\\p{Script=Coptic}\\p{Script=Deseret}\\p{Script=Osage}\\p{Script=Tifinagh}ɑɡɩᴄᴏᴠᴡᴢꜱ';
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
  return text
    .replace(MATHEMATICAL, mark)
    .replace(WORD, (word) => (LATIN.test(word) ? word.replace(LOOK_ALIKE, mark) : word));
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
