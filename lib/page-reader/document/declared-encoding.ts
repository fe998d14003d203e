/**
 * How far browsers look for `<meta charset>` regardless of what is there (HTML, "prescan a byte stream"). After that,
 * only in the head. Bytes.
 */
const PRESCAN = 1_024;
/** Maximum length of a head. Bytes. */
const MAX_HEAD = 1_000_000;

/** Elements in the head whose content is text and declares nothing. */
const RAW_TEXT = new Set(['script', 'style', 'title', 'noscript', 'textarea', 'template']);
/** Any other tag ends the head. */
const HEAD_TAGS = new Set([...RAW_TEXT, 'html', 'head', 'meta', 'link', 'base', 'object', 'basefont', 'bgsound']);

/**
 * The encoding that a page declares itself, for pages whose server names none. Found as browsers find it: in the first
 * `meta`, which may be anywhere in the first 1,024 bytes or later in the head, or else in the XML declaration (HTML,
 * "determining the character encoding").
 */
export function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, MAX_HEAD));
  const label = metaEncoding(start) ?? xmlEncoding(start);
  // The declaration was readable byte by byte, so the page cannot be in UTF-16.
  return label !== undefined && /^(?:utf-?16|ucs-2|unicode$|iso-10646-ucs-2)/i.test(label) ? 'utf-8' : label;
}

/** The encoding of an XML declaration, which has to be at the very beginning. */
export function xmlEncoding(text: string): string | undefined {
  if (!text.startsWith('<?xml')) return undefined;
  const declaration = text.slice(0, Math.min(text.indexOf('>') + 1, PRESCAN));
  return /\sencoding\s*=\s*["']\s*([\w.:-]+)/i.exec(declaration)?.[1];
}

function metaEncoding(text: string): string | undefined {
  let position = text.indexOf('<');
  while (position !== -1) {
    if (text.startsWith('<!--', position)) {
      position = next(text, '<', text.indexOf('-->', position + 2));
      continue;
    }
    const tag = /^<(\/?)([a-z][^\s/>]*)/i.exec(text.slice(position, position + 40));
    const [, slash, name] = tag ?? [];
    const end = tag === null ? position : text.indexOf('>', position);
    if (end === -1) return undefined;
    const element = name?.toLowerCase() ?? '';
    if (element === 'meta' && slash === '') {
      const label = findEncodingLabel(text.slice(position + 5, end));
      if (label !== undefined) return label;
    }
    if (position > PRESCAN && element !== '' && !HEAD_TAGS.has(element)) return undefined;
    const isRaw = slash === '' && RAW_TEXT.has(element) && end > PRESCAN;
    position = next(text, '<', isRaw ? indexOfEnd(text, element, end) : end);
  }
  return undefined;
}

/** The index of `mark` after `from`; -1 if there is none or if `from` is -1. */
function next(text: string, mark: string, from: number): number {
  return from === -1 ? -1 : text.indexOf(mark, from + 1);
}

/** The index before the end tag of an element with raw text. */
function indexOfEnd(text: string, element: string, from: number): number {
  const pattern = new RegExp(`</${element}[\\s/>]`, 'gi');
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match === null ? -1 : match.index - 1;
}

function findEncodingLabel(attributes: string): string | undefined {
  const charset = readAttribute(attributes, 'charset');
  if (charset !== undefined) return charset.trim();
  if (readAttribute(attributes, 'http-equiv')?.toLowerCase() !== 'content-type') return undefined;
  return /charset\s*=\s*["']?\s*([^\s"';]+)/i.exec(readAttribute(attributes, 'content') ?? '')?.[1];
}

function readAttribute(attributes: string, name: string): string | undefined {
  for (const [, key, double, single, plain] of attributes.matchAll(
    /([^\s"'=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g,
  )) {
    if (key?.toLowerCase() === name) return double ?? single ?? plain;
  }
  return undefined;
}
