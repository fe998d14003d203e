const NAMES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00A0'],
]);

/**
 * Decodes HTML entities that services write into plain text: numeric ones and the six most common names. Others are
 * unchanged.
 */
export function decodeHtmlEntities(text: string): string {
  return text.replace(/&(#x?[\da-f]+|\w+);/gi, (entity, name: string) => decodeEntity(name) ?? entity);
}

function decodeEntity(name: string): string | null {
  if (!name.startsWith('#')) return NAMES.get(name.toLowerCase()) ?? null;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null;
}
