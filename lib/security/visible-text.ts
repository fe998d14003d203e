/** Control characters, marks that reorder text or are invisible, private and unassigned characters, and unusual spaces. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}\u00A0\u2000-\u200A\u202F\u205F\u3000\u115F\u1160\u3164\uFFA0\u2800]/gu;

/** Makes every character of a text visible: invisible and reordering ones are written as `\u{202e}`. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
