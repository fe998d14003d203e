/**
 * The only tag sequences in use: the flags of England, Scotland and Wales. All other tag characters can carry invisible
 * text. Written as escapes, so that the built file contains no invisible characters either.
 */
const FLAG_OR_TAG =
  /(\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F})|[\u{E0000}-\u{E007F}]/gu;

/** Characters without shape or meaning in running text, and characters that reorder text. */
const UNSEEN = new RegExp(
  [
    '[\\0-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]',
    '[\\xAD\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180E\\u200B\\u3164\\uFEFF\\uFFA0]',
    '[\\u202A-\\u202E\\u2060-\\u206F\\uFFF0-\\uFFFB]',
    // Icon fonts assign pictures to private-use characters, which have no meaning as text.
    '[\\uE000-\\uF8FF\\uFDD0-\\uFDEF\\uFFFE\\uFFFF]',
  ].join('|'),
  'g',
);
const BRAILLE_BLANKS = /\u2800{4,}/g;
const LINE_SEPARATOR = /[\u2028\u2029\x85]/g;

/**
 * Text that contains only characters in these ranges, and no combining marks, needs no cleaning. This is the common
 * case.
 */
const PLAIN =
  /^[\t\n\r\x20-\x7E\xA0-\xAC\xAE-\u02FF\u0370-\u0482\u048A-\u0590\u2010-\u2027\u2030-\u205E\u20A0-\u20CF\u2190-\u27FF\u3001-\u3029\u3030-\u3098\u309B-\u3163\u3165-\uD7FF\uFF01-\uFF9F]*$/;

/**
 * Removes characters that are invisible, reorder text, or can carry hidden text. White space is unchanged. Joiners are
 * kept if a script or an emoji needs them. Rules: Unicode UTS #51 and TR #36.
 */
export function cleanText(text: string): string {
  if (PLAIN.test(text)) return text;
  const single = text.replace(LINE_SEPARATOR, ' ').replace(FLAG_OR_TAG, '$1').replace(UNSEEN, '');
  return withoutLooseMarks(single).replace(BRAILLE_BLANKS, '\u2800').toWellFormed();
}

/** Fewer removed characters, such as a stray zero-width space, cannot carry text. */
const MIN_HIDDEN = 4;

/** Whether `cleanText` removes so many characters that a text could be hidden in them. */
export function hasHiddenText(text: string): boolean {
  return !PLAIN.test(text) && [...text].length - [...cleanText(text)].length >= MIN_HIDDEN;
}

/**
 * Browsers compile Unicode property classes again in every page, at a millisecond each, so a cheaper test comes first.
 */
function withoutLooseMarks(text: string): string {
  let visibleText = text;
  if (/[\uD800-\uDBFF]/.test(visibleText)) {
    // Includes all characters that browsers render as nothing: those of shorthand and musical notation, and reserved
    // ones.
    visibleText = visibleText.replace(
      /[\p{Co}\p{Noncharacter_Code_Point}\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0080}-\u{E00FF}\u{E01F0}-\u{E0FFF}]/gu,
      '',
    );
  }
  // Directional marks belong beside right-to-left scripts.
  if (/[\u061C\u200E\u200F]/.test(visibleText)) {
    const isMixed =
      /(?=\p{L})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
        visibleText,
      );
    visibleText = visibleText.replace(
      isMixed ? /(?<=[\u061C\u200E\u200F])[\u061C\u200E\u200F]+/g : /[\u061C\u200E\u200F]/g,
      '',
    );
  }
  // Joiners belong between letters of joining scripts and in emoji. Elsewhere, or in a row, they can encode hidden
  // bits.
  if (/[\u200C\u200D]/.test(visibleText)) {
    visibleText = visibleText.replace(
      // biome-ignore lint/suspicious/noMisleadingCharacterClass: The selector is one of those that a joiner may follow.
      /(?<=^|[^\uFE0F\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]|\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Hebrew}|\p{Script=Thai})[\u200C\u200D]+|(?<=[\u200C\u200D])[\u200C\u200D]+/gu,
      '',
    );
  }
  // A variation selector chooses a glyph for the character before it: an emoji, an ideograph, a mathematical sign, or a
  // character of some Asian scripts. Only one is allowed, and the supplement only after ideographs.
  if (/[\u180B-\u180F\uFE00-\uFE0F\uDB40]/.test(visibleText)) {
    visibleText = visibleText.replace(
      /(?<!\p{Emoji})[\uFE0E\uFE0F]+|(?<=\d)[\uFE0E\uFE0F]+(?!\u20E3)|(?<![\p{Script=Han}\p{Sm}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Script=Manichaean}])[\uFE00-\uFE0D]+|(?<!\p{Script=Mongolian})[\u180B-\u180F]+|(?<!\p{Script=Han})[\u{E0100}-\u{E01EF}]+|(?<=[\uFE00-\uFE0F\u{E0100}-\u{E01EF}])[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]+/gu,
      '',
    );
  }
  return /[^\0-\u02FF]{9}/.test(visibleText) ? visibleText.replace(/(\p{M}{8})\p{M}+/gu, '$1') : visibleText;
}

/**
 * Cleans a text and puts it on one line, with single spaces, trimmed, and truncated with an ellipsis to at most
 * `maxLength` UTF-16 units.
 */
export function oneLine(text: string, maxLength = Number.POSITIVE_INFINITY): string {
  const line = cleanText(text).replace(/\s+/g, ' ').trim();
  if (line.length <= maxLength) return line;
  return `${line.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/**
 * Whether `text` contains a letter or a digit of any script. The first test decides for nearly all text; the second
 * takes a millisecond or two, because browsers compile Unicode property classes again in every page.
 */
export function hasLetterOrDigit(text: string): boolean {
  return /[A-Za-z0-9]/.test(text) || /[\p{L}\p{N}]/u.test(text);
}

const DENSE = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;
const IDEOGRAPH = /[\u3400-\u9fff\uf900-\ufaff]/;

/** The length of a text in alphabetic characters: an ideograph counts as three, a kana or Hangul syllable as two. */
export function readingLength(text: string): number {
  const denseSigns = text.match(DENSE);
  return denseSigns ? denseSigns.reduce((sum, sign) => sum + (IDEOGRAPH.test(sign) ? 2 : 1), text.length) : text.length;
}

/** FNV-1a over the UTF-16 units of a text, in base 36. For comparing texts; not a cryptographic hash. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
