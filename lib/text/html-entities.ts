/** A cache of named entities, initially the most common ones. */
const charactersByName = new Map([
  ['amp', '&'],
  ['AMP', '&'],
  ['lt', '<'],
  ['LT', '<'],
  ['gt', '>'],
  ['GT', '>'],
  ['quot', '"'],
  ['QUOT', '"'],
  ['apos', "'"],
  ['nbsp', '\u00A0'],
]);

/**
 * Decodes HTML entities in text that is never parsed as HTML: numeric ones and the most common names, and in a page all
 * names. Others stay unchanged.
 */
export function decodeHtmlEntities(text: string): string {
  return decodeEntities(text, characterNamed);
}

const XML_NAMES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Decodes the five named entities of XML and numeric ones. Others stay unchanged. */
export function decodeXmlEntities(text: string): string {
  return decodeEntities(text, (name) => (Object.hasOwn(XML_NAMES, name) ? XML_NAMES[name] : undefined));
}

function decodeEntities(text: string, findCharacter: (name: string) => string | undefined): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z\d]{1,31}));/g,
    (entity, decimal, hex, name) => {
      if (name !== undefined) return findCharacter(name) ?? entity;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : entity;
    },
  );
}

/**
 * Decodes a named entity with the browser's own parser, which knows all 2,231 names. The name consists of letters and
 * digits only, so the resulting document loads nothing. Some names also count without their semicolon, as the beginning
 * of another word, and the rest would remain: `&notanentity;`.
 */
function characterNamed(name: string): string | undefined {
  if (!charactersByName.has(name) && typeof DOMParser !== 'undefined') {
    const text = new DOMParser().parseFromString(`&${name};`, 'text/html').body.textContent ?? '';
    if (!text.endsWith(';') || name === 'semi') charactersByName.set(name, text);
  }
  return charactersByName.get(name);
}
