import { Marked, Renderer, type TokenizerAndRendererExtension, type Tokens } from 'marked';
import { CITATION } from '../contracts/index.ts';

/**
 * `sources`: the addresses that citations lead to, by number. `renderMath`: a formula as markup, or null if it stays TeX;
 * all of them without it.
 */
export type MarkdownHtmlOptions = {
  sources?: ReadonlyMap<number, string>;
  renderMath?: (tex: string, isDisplay: boolean) => string | null;
};

/**
 * Markdown from a model as HTML that can be pasted or opened anywhere: nothing in it loads or runs. HTML in the text is shown as
 * text, images become links, and links only have http, https and mailto addresses.
 */
export function markdownHtml(markdown: string, options: MarkdownHtmlOptions = {}): string {
  const { sources = new Map(), renderMath = () => null } = options;
  const defaults = new Renderer();
  const link = (href: string, title: string, content: string) => {
    const url = URL.parse(unescaped(href));
    if (url === null || !LINK_SCHEMES.includes(url.protocol)) return content;
    return `<a href="${escapeHtml(url.href)}" title="${escapeHtml(title)}" rel="noopener noreferrer">${content}</a>`;
  };
  const marked = new Marked({
    gfm: true,
    async: false,
    extensions: mathExtensions.map((extension) => ({
      ...extension,
      renderer: (token) => mathHtml(token as MathToken, renderMath),
    })),
    renderer: {
      html: ({ raw, block }: Tokens.HTML | Tokens.Tag) =>
        block === true ? `<p>${escapeHtml(raw.trim())}</p>\n` : escapeHtml(raw),
      heading({ tokens, depth }: Tokens.Heading) {
        // The document's own headings are above those of an answer.
        const level = Math.min(6, depth + 2);
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        return link(href, unescaped(href), this.parser.parseInline(tokens));
      },
      image: ({ href, text }: Tokens.Image) => link(href, unescaped(href), escapeHtml(text === '' ? href : text)),
      text(token: Tokens.Text | Tokens.Escape) {
        const html = defaults.text.call(this, token);
        return sources.size === 0 || 'tokens' in token ? html : withCitations(html, sources);
      },
    },
  });
  return marked.parse(markdown) as string;
}

const LINK_SCHEMES = ['http:', 'https:', 'mailto:'];

/** Text as HTML, also for attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The lexer leaves entities in addresses. */
function unescaped(address: string): string {
  return address.replaceAll('&amp;', '&');
}

function mathHtml(
  { raw, tex, isDisplay }: MathToken,
  render: (tex: string, isDisplay: boolean) => string | null,
): string {
  const content = render(tex, isDisplay) ?? `<code>${escapeHtml(raw.trim())}</code>`;
  return isDisplay ? `<p>${content}</p>\n` : content;
}

/** `html` is escaped text, in which brackets and figures are as they were. */
function withCitations(html: string, sources: ReadonlyMap<number, string>): string {
  return html.replace(CITATION, (whole, list: string) => {
    const numbers = list.split(',').map(Number);
    const links = numbers.flatMap((number) => {
      const url = URL.parse(sources.get(number) ?? '');
      return url === null || !LINK_SCHEMES.includes(url.protocol)
        ? []
        : [`<a href="${escapeHtml(url.href)}" rel="noopener noreferrer">[${number}]</a>`];
    });
    return links.length === numbers.length ? links.join('') : whole;
  });
}

/** TeX in an answer. `isClosed`: its closing delimiter has arrived. */
export type MathToken = { type: 'math'; raw: string; tex: string; isDisplay: boolean; isClosed: boolean };

/** Maximum characters of an inline formula; a longer match is a price or something else. */
const INLINE = /^\$(?![\s$])((?:[^$\\\n]|\\[^\n]){1,400}?)(?<!\s)\$(?![\d$])|^\\\(([^\n]{1,400}?)\\\)/;
/** Display math within a paragraph. */
const WITHIN = /^\$\$([^$]{1,2000}?)\$\$|^\\\[([\s\S]{1,2000}?)\\\]/;
/** Display math on one line. */
const LINE = /^ {0,3}(?:\$\$([^\n]+?)\$\$|\\\[([^\n]+?)\\\])[ \t]*(?:\n|$)/;
/**
 * Display math whose delimiter is alone on its line. Like a fence, it extends to the closing delimiter, an empty line, or the
 * end.
 */
const LINES = /^ {0,3}(?:\$\$[ \t]*\n((?:(?!\n[ \t]*\n|\$\$)[\s\S])*)|\\\[[ \t]*\n((?:(?!\n[ \t]*\n|\\\])[\s\S])*))\n?/;
const END = /^[ \t]*(?:\$\$|\\\])[ \t]*(?:\n|$)/;

/**
 * `$x$` and `\(x\)` inline, `$$x$$` and `\[x\]` as a block, as models write them. As in pandoc, no space may follow the first
 * dollar or precede the last, and no digit may follow that, so that prices stay text.
 */
export const mathExtensions: TokenizerAndRendererExtension[] = [
  {
    name: 'math',
    level: 'inline',
    start: (source) => indexOf(source, /\$|\\[([]/),
    tokenizer(source): MathToken | undefined {
      const [whole, ...texts] = WITHIN.exec(source) ?? [];
      if (whole !== undefined) return display(whole, texts, true);
      const [raw, dollars, brackets] = INLINE.exec(source) ?? [];
      if (raw === undefined) return undefined;
      return { type: 'math', raw, tex: dollars ?? brackets ?? '', isDisplay: false, isClosed: true };
    },
  },
  {
    name: 'math',
    level: 'block',
    // No `start`: block math does not interrupt a paragraph; within one, the inline extension matches.
    tokenizer(source): MathToken | undefined {
      const [line, ...inLine] = LINE.exec(source) ?? [];
      if (line !== undefined) return display(line, inLine, true);
      const [lines, ...inLines] = LINES.exec(source) ?? [];
      if (lines === undefined) return undefined;
      const [end] = END.exec(source.slice(lines.length)) ?? [];
      return display(lines + (end ?? ''), inLines, end !== undefined);
    },
  },
];

function display(raw: string, texts: (string | undefined)[], isClosed: boolean): MathToken {
  return { type: 'math', raw, tex: texts.join('').trim(), isDisplay: true, isClosed };
}

function indexOf(source: string, pattern: RegExp): number | undefined {
  const found = source.search(pattern);
  return found < 0 ? undefined : found;
}
