import MarkdownIt from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { markdownHtml } from '../lib/documents/markdown-html.ts';
import { renderTex } from '../lib/testing/text/markdown-texts.ts';

const markdownIt = new MarkdownIt({ html: false, linkify: true }).use(footnotes);

/** What makes HTML of Markdown, by name. None of them lets HTML of the text through. */
export const RENDERERS: Record<string, (markdown: string) => string> = {
  sidenote: (markdown) => markdownHtml(markdown, { renderMath: renderTex }),
  'markdown-it': (markdown) => markdownIt.render(markdown),
  'micromark-gfm': (markdown) => micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
};
