import { Marked, Renderer, type Tokens } from 'marked';
import { CITATION } from '../contracts/index.ts';
import { type MathToken, mathExtensions } from './markdown-math.ts';

/**
 * `sources`: the addresses that citations lead to, by number. `renderMath`: a formula as markup, or null where it stays TeX;
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
