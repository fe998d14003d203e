/**
 * Maximum number of elements open at any point of a page, and of formatting elements among them, which a parser reopens
 * in each paragraph. Both make every following tag slower to parse and increase the number of elements. `costly`:
 * maximum number of costly elements in total.
 */
const LIMITS = { open: 400, formatting: 40, costly: 400 };

const FORMATTING = new Set([
  'a',
  'b',
  'big',
  'code',
  'em',
  'font',
  'i',
  'nobr',
  's',
  'small',
  'strike',
  'strong',
  'tt',
  'u',
]);
/** Elements that take a browser a hundred times as long to create as others. */
const COSTLY =
  /^(?:video|audio|object|embed|iframe|frame|canvas|select|textarea|input|button|meter|progress|details|dialog)$/;
/** Elements without an end tag, and those whose end tag may be omitted. */
const UNCLOSED = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
  'p',
  'li',
  'dt',
  'dd',
  'td',
  'th',
  'tr',
  'tbody',
  'thead',
  'tfoot',
  'option',
  'optgroup',
  'rt',
  'rp',
  'colgroup',
  'html',
  'head',
  'body',
  'caption',
  'path',
  'rect',
  'circle',
  'line',
  'use',
  'image',
]);
/** Elements whose content is text up to their end tag. */
const TEXT_ONLY = /^(?:script|style|textarea|title|xmp|iframe|noembed|noframes)$/;

/**
 * Truncates a page at the point where more elements are open than on any real page. Each open element slows down the
 * parsing of the rest, so a page of a few megabytes could keep a parser busy for minutes. Reads the text once.
 */
export function cutOpenTags(html: string): string {
  const open = new Map<string, number>();
  let all = 0;
  let formatting = 0;
  let costly = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 2);
      if (end < 0) return html;
      at = end + 3;
      continue;
    }
    const [, slash, name = ''] = TAG.exec(html.slice(at, at + 80)) ?? [];
    if (slash === undefined) {
      at += 1;
      continue;
    }
    const tag = name.toLowerCase();
    const start = at;
    at = endOfTag(html, at + 1 + slash.length + name.length);
    if (slash === '' && COSTLY.test(tag)) costly += 1;
    if (costly > LIMITS.costly) return html.slice(0, start);
    if (UNCLOSED.has(tag) || (slash === '' && html[at - 2] === '/' && !FORMATTING.has(tag) && SELF_CLOSED.test(tag)))
      continue;
    if (slash === '' && TEXT_ONLY.test(tag)) {
      at = endOfText(html, at, tag);
      if (at < 0) return html;
      continue;
    }
    const count = open.get(tag) ?? 0;
    const change = slash === '' ? 1 : count > 0 ? -1 : 0;
    open.set(tag, count + change);
    all += change;
    if (FORMATTING.has(tag)) formatting += change;
    if (all > LIMITS.open || formatting > LIMITS.formatting) return html.slice(0, start);
  }
  return html;
}

const TAG = /^<(\/?)([a-z][^\s/>]*)/i;
/** Elements of drawings and formulas, the only ones that can be self-closing. */
const SELF_CLOSED =
  /^(?:svg|g|polygon|polyline|ellipse|text|tspan|stop|mspace|none|mprescripts|fe[a-z]+|animate\w*|set)$/;

/** The index after the `>` that ends a tag. Quotation marks only count at the start of a value. */
function endOfTag(html: string, from: number): number {
  for (let at = from; at < html.length; at += 1) {
    const character = html[at];
    if (character === '>') return at + 1;
    if (character !== '=') continue;
    while (/\s/.test(html[at + 1] ?? '')) at += 1;
    const quote = html[at + 1];
    if (quote !== '"' && quote !== "'") continue;
    const end = html.indexOf(quote, at + 2);
    if (end < 0) return html.length;
    at = end;
  }
  return html.length;
}

function endOfText(html: string, from: number, tag: string): number {
  const end = new RegExp(`</${tag}(?=[\\s/>])`, 'gi');
  end.lastIndex = from;
  return end.exec(html)?.index ?? -1;
}
