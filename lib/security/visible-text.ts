/** Controls, marks that reorder or show nothing, private and unassigned characters, and spaces that are not plain ones. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Variation_Selector}\u00A0\u2000-\u200A\u202F\u205F\u3000\u115F\u1160\u3164\uFFA0\u2800]/gu;

/** A text in which every character can be seen: what shows nothing, or moves others about, is written as `\u{202e}`. */
export function visibleText(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
