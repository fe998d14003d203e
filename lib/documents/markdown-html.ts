import { Marked, Parser, Renderer, type RendererExtension, type RendererObject, type Token, type Tokens } from 'marked';
import { CITATION } from '../contracts/index.ts';
import { cleanText, decodeHtmlEntities, hasFormula } from '../text/index.ts';
import { lexAnswer, setsBlockDirection } from './markdown/answer-tokens.ts';
import { isRightToLeft } from './markdown/characters.ts';
import type { DetailsToken } from './markdown/details.ts';
import { type FootnoteReferenceToken, type FootnoteToken, footnotesIn, isFootnote } from './markdown/footnotes.ts';
import type { TagToken } from './markdown/inline-tags.ts';
import type { MathToken } from './markdown/math.ts';

/**
 * `sources`: the addresses of citations, by number. `renderMath`: renders a formula as markup, or returns null to keep
 * it as TeX. Without it, all formulas stay TeX.
 */
export type MarkdownHtmlOptions = {
  sources?: ReadonlyMap<number, string>;
  renderMath?: (tex: string, isDisplay: boolean) => string | null;
};

/**
 * Converts a model's Markdown to HTML that can be pasted or opened anywhere: nothing in it loads or runs. HTML in the
 * text is shown as text, images become links, and links have only http, https and mailto addresses.
 */
export function markdownHtml(markdown: string, options: MarkdownHtmlOptions = {}): string {
  const { sources = new Map(), renderMath = () => null } = options;
  const defaults = new Renderer();
  const link = (href: string, title: string, content: string) => {
    const url = URL.parse(unescaped(href));
    if (url === null || !LINK_SCHEMES.includes(url.protocol)) return content;
    return `<a href="${escapeHtml(url.href)}" title="${escapeHtml(title)}" rel="noopener noreferrer">${content}</a>`;
  };
  const tokens = lexAnswer(markdown);
  const marked = new Marked({
    gfm: true,
    async: false,
    extensions: [
      { name: 'math', renderer: (token) => mathHtml(token as MathToken, renderMath) },
      ...structureRenderers(footnotesIn(tokens)),
    ],
    renderer: {
      ...directedBlocks,
      html: ({ raw, block }: Tokens.HTML | Tokens.Tag) =>
        block === true ? `<p>${escapeHtml(raw.trim())}</p>\n` : escapeHtml(raw),
      heading({ tokens, depth }: Tokens.Heading) {
        // The document's own headings have higher levels than those of an answer.
        const level = Math.min(6, depth + 2);
        return `<h${level} dir="auto">${this.parser.parseInline(tokens)}</h${level}>\n`;
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
  return cleanHtml(Parser.parse(tokens as Token[], marked.defaults) as string);
}

/** Removes characters that browsers do not draw: the lexer decodes some of their entities, and leaves others. */
function cleanHtml(html: string): string {
  return cleanText(html).replace(/&#?\w{1,32};/g, (entity) =>
    cleanText(decodeHtmlEntities(entity)) === '' ? '' : entity,
  );
}

/**
 * Replaces pictures by links in a model's Markdown, since some programs load the pictures of pasted text. Code stays
 * unchanged, unless nested pictures make that impossible.
 */
export function linkPictures(markdown: string): string {
  let text = markdown;
  for (let pass = 0; pass < 3; pass++) {
    const pictures = listPictures(text);
    if (pictures.length === 0) return text;
    // An exclamation mark before the link would make it a picture again.
    for (const picture of pictures)
      text = text
        .split(picture)
        .map((piece, index, { length }) => (index < length - 1 ? piece.replace(/(?<!!)!+$/, '') : piece))
        .join(picture.slice(1));
  }
  return text.replace(/(?<!!)!+(?=\[)/g, '');
}

/** The pictures of an answer as written, longest first, since one may contain others. */
function listPictures(markdown: string): string[] {
  const pictures = new Set<string>();
  const add = (token: Token) => {
    if (token.type === 'image') pictures.add(token.raw);
    if (token.type === 'details') marked.walkTokens((token as unknown as DetailsToken).summary as Token[], add);
  };
  const marked = new Marked();
  marked.walkTokens(lexAnswer(markdown) as Token[], add);
  return [...pictures].filter((raw) => raw.startsWith('![')).sort((a, b) => b.length - a.length);
}

/** Each block has the direction of its own text. */
const directedBlocks: RendererObject = {
  paragraph(token) {
    return `<p${setsBlockDirection(token) ? '' : AUTO}>${this.parser.parseInline(token.tokens)}</p>\n`;
  },
  blockquote({ tokens }) {
    return `<blockquote${AUTO}>\n${this.parser.parse(tokens)}</blockquote>\n`;
  },
  listitem({ tokens }) {
    return `<li${AUTO}>${this.parser.parse(tokens)}</li>\n`;
  },
  tablecell({ header, align, text, tokens }) {
    const tag = header ? 'th' : 'td';
    const attributes = `${AUTO}${align ? ` align="${align}"` : ''}${asText(text)}`;
    return `<${tag}${attributes}>${this.parser.parseInline(tokens)}</${tag}>\n`;
  },
  table({ header, rows }) {
    const row = (cells: Tokens.TableCell[]) => `<tr>\n${cells.map((cell) => this.tablecell(cell)).join('')}</tr>\n`;
    const body = rows.length === 0 ? '' : `<tbody>${rows.map(row).join('')}</tbody>`;
    const direction = isRightToLeft(header.map(({ text }) => text).join(' ')) ? ' dir="rtl"' : '';
    return `<table${direction}>\n<thead>\n${row(header)}</thead>\n${body}</table>\n`;
  },
};

const AUTO = ' dir="auto"';

/**
 * Attributes with which Excel, LibreOffice and Google Sheets take a cell as text when it is pasted. Without them, a
 * formula that a page wrote into a table would run there.
 */
function asText(cell: string): string {
  const text = cell.replace(/[*_`~\\]/g, '');
  if (!hasFormula(text)) return '';
  const value = escapeHtml(JSON.stringify({ 1: 2, 2: text }));
  return ` style="mso-number-format:'\\@'" sdnum="1033;0;@" data-sheets-value="${value}"`;
}

/**
 * Renderers for structure that Markdown has no marks for. The content of `<details>` is open, because it cannot be
 * opened on paper.
 */
function structureRenderers(notes: ReadonlyMap<string, string>): RendererExtension[] {
  return [
    {
      name: 'tag',
      renderer(token) {
        const { name, tokens } = token as TagToken;
        return `<${name}>${this.parser.parseInline(tokens)}</${name}>`;
      },
    },
    {
      name: 'details',
      renderer(token) {
        const { summary, tokens } = token as DetailsToken;
        const head = summary.length === 0 ? '' : `<summary${AUTO}>${this.parser.parseInline(summary)}</summary>\n`;
        return `<details open>${head}${this.parser.parse(tokens)}</details>\n`;
      },
    },
    {
      name: 'footnote-reference',
      renderer(token) {
        const { raw, label } = token as FootnoteReferenceToken;
        return isFootnote(label, notes) ? `<sup>${escapeHtml(label)}</sup>` : escapeHtml(raw);
      },
    },
    {
      name: 'footnote',
      renderer(token) {
        const { label, tokens } = token as FootnoteToken;
        return `<p${AUTO}><sup>${escapeHtml(label)}</sup> ${this.parser.parseInline(tokens)}</p>\n`;
      },
    },
  ];
}

const LINK_SCHEMES = ['http:', 'https:', 'mailto:'];

/** Escapes text for HTML, also for attributes in double quotes. */
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

/** `html` is escaped text, with brackets and figures unchanged. */
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
