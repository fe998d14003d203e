/** A mutant that behaves as the code does, so that no test can notice it. Named as `npm run mutation` prints it. */
export type Equivalent = { file: string; line: string; change: string; reason: string };

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    file: 'lib/security/find-secrets.ts',
    line: 'const read = length === undefined ? null : readAccount(text, index, length);',
    change: 'length === undefined → false',
    reason: 'Without a length the loop does not begin, and the text goes on after it.',
  },
  {
    file: 'lib/security/find-secrets.ts',
    line: 'else if (!SEPARATOR.test(character) || SEPARATOR.test(text.charAt(end - 1))) return null;',
    change: 'end - 1 → end + 1',
    reason: 'Of two separators in a row each has the other beside it.',
  },
  {
    file: 'lib/security/addresses.ts',
    line: 'if (pieces.length === 0 || received.some((text) => text.includes(url.href))) return null;',
    change: 'pieces.length === 0 → false',
    reason: 'Without such parts nothing can be said: the result is null all the same.',
  },
  {
    file: 'lib/security/addresses.ts',
    line: '.split(/[^\\p{L}\\p{N}]+/u)',
    change: '/[^\\p{L}\\p{N}]+/u → /[^\\p{L}\\p{N}]/u',
    reason: 'Empty words are left out.',
  },
  {
    file: 'lib/security/mask-secrets.ts',
    line: 'if (!/\\\\[^\\w\\s]/.test(text)) return { plain: text, places: null };',
    change: '!/\\\\[^\\w\\s]/.test(text) → false',
    reason: 'Without escapes each character keeps its place, only slower.',
  },
  {
    file: 'lib/security/mask-secrets.ts',
    line: 'for (let at = 0; at < text.length; at++) {',
    change: 'at < text.length → at <= text.length',
    reason: 'There is no character after the last one.',
  },
  {
    file: 'lib/security/mask-secrets.ts',
    line: "plain += text[at] ?? '';",
    change: '\'\' → "Stryker was here!"',
    reason: 'The place is always within the text; the type does not know.',
  },
  {
    file: 'lib/security/mask-secrets.ts',
    line: 'sum += doubled > 9 ? doubled - 9 : doubled;',
    change: 'sum += doubled > 9 ? doubled - 9 : doubled → sum -= doubled > 9 ? doubled - 9 : doubled',
    reason: 'The negative of a multiple of ten is one, too.',
  },
  {
    file: 'lib/security/addresses.ts',
    line: "return url.href.replace(/#.*$/, '');",
    change: '/#.*$/ → /#.*/',
    reason: 'A dot matches to the end of the text without it.',
  },
  {
    file: 'lib/security/addresses.ts',
    line: "const dotted = /^(.*:)(\\d+\\.\\d+\\.\\d+\\.\\d+)$/.exec(text.replace(/%.*$/, ''));",
    change: '/%.*$/ → /%.*/',
    reason: 'A dot matches to the end of the text without it.',
  },
  {
    file: 'lib/security/addresses.ts',
    line: "const end = dotted === null ? null : ipv4Number(dotted[2] ?? '');",
    change: '\'\' → "Stryker was here!"',
    reason: 'The group always takes part in the match; the type does not know.',
  },
  {
    file: 'lib/security/addresses.ts',
    line: "? text.replace(/%.*$/, '')",
    change: '/%.*$/ → /%.*/',
    reason: 'A dot matches to the end of the text without it.',
  },
  {
    file: 'lib/security/addresses.ts',
    line: "const [head = '', tail, ...more] = plain.split('::');",
    change: '\'\' → "Stryker was here!"',
    reason: 'Splitting gives at least one part; the type does not know.',
  },
  {
    file: 'lib/security/sender.ts',
    line: "return /^[a-z-]+:\\/\\/[^/?#]+(?=[/?#]|$)/i.exec(String(url))?.[0] ?? 'none';",
    change: '\'none\' → ""',
    reason: 'Any text does that is not the origin of an extension.',
  },
  {
    file: 'lib/security/provenance.ts',
    line: "return texts.map((text) => text.replace(/^[ \\t]*>.*$/gm, ''));",
    change: '/^[ \\t]*>.*$/gm → /^[ \\t]*>.*/gm',
    reason: 'A dot matches to the end of the line without it.',
  },
  {
    file: 'lib/security/web-policy.ts',
    line: "([, target = '']) => URL.parse(target, base)?.href ?? [],",
    change: '\'\' → "Stryker was here!"',
    reason: 'The group always takes part in the match; the type does not know.',
  },
];
