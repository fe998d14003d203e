import { Marked } from 'marked';
import type { Page } from 'puppeteer-core';

const marked = new Marked({ gfm: true });

/** The words of HTML for the scorers: every block on its own line. `page` provides the parser. */
export function htmlText(page: Page, html: string): Promise<string> {
  return page.evaluate((source) => {
    const blocks = new Set(
      (
        'ADDRESS ARTICLE ASIDE BLOCKQUOTE BR CAPTION DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 ' +
        'HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'
      ).split(' '),
    );
    const skipped = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT']);
    const parts: string[] = [];
    const walk = (node: Node): void => {
      for (const child of node.childNodes) {
        if (child.nodeType === 3) parts.push((child as Text).data);
        if (child.nodeType !== 1 || skipped.has(child.nodeName)) continue;
        const edge = blocks.has(child.nodeName) ? '\n' : '';
        parts.push(edge);
        walk(child);
        parts.push(edge);
      }
    };
    walk(new DOMParser().parseFromString(source, 'text/html').body);
    return parts.join('');
  }, html);
}

export function markdownHtml(markdown: string): string {
  return marked.parse(markdown, { async: false });
}
