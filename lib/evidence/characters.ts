/**
 * Other forms of the characters in numbers. Each form and its replacement is one UTF-16 unit, so that offsets stay
 * valid.
 */
const FORMS: Readonly<Record<string, string>> = {
  '٫': '.',
  '٬': ',',
  '٪': '%',
  '％': '%',
  '．': '.',
  '，': ',',
  '：': ':',
  '－': '-',
  '−': '-',
  '‐': '-',
  '‑': '-',
  '＋': '+',
  '／': '/',
  '（': '(',
  '）': ')',
  '～': '–',
  '〜': '–',
  '~': '–',
  '＄': '$',
  '￥': '¥',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2009': ' ',
  '\u2007': ' ',
  '\u3000': ' ',
  '’': "'",
  '︰': ':',
  '℃': '°',
};

let digits: Map<string, string> | undefined;

/**
 * Returns the text with digits, separators and signs of every script in ASCII. Its length and all offsets stay the
 * same.
 */
export function normalizeCharacters(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (sign) => {
    const form = FORMS[sign];
    if (form !== undefined) return form;
    if (sign < '\u0600') return sign;
    digits ??= readDigits();
    return digits.get(sign) ?? sign;
  });
}

/** Returns the digits of all numbering systems of `Intl` whose digits are single UTF-16 units. */
function readDigits(): Map<string, string> {
  const digitsBySign = new Map<string, string>();
  for (const system of Intl.supportedValuesOf('numberingSystem')) {
    // These are not decimal digits but words for numbers in Chinese.
    if (system === 'hanidec') continue;
    const signs = new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9876543210);
    if (signs.length !== 10) continue;
    [...signs].forEach((sign, place) => {
      digitsBySign.set(sign, String(9 - place));
    });
  }
  return digitsBySign;
}
