import { decodeHtmlEntities } from '../../text/index.ts';

/**
 * Converts simple HTML to Markdown: paragraphs, headings, lists, emphasis, code, links and table cells. Other tags are
 * removed. Needs no document, so that imports can run in Node. Takes linear time.
 */
export function htmlToMarkdown(html: string): string {
  const lists: { isOrdered: boolean; count: number }[] = [];
  let isCode = false;
  let address: string | null = null;
  let markdown = '';
  for (const [token, tag] of html.matchAll(/<!--[\s\S]*?-->|<\/?([a-zA-Z][\w-]*)[^<>]*>|[^<]+|</g)) {
    if (tag === undefined) {
      if (token.startsWith('<!--')) continue;
      const text = decodeHtmlEntities(token);
      markdown += isCode ? text : text.replace(/\s+/g, ' ');
      continue;
    }
    const isEnd = token.startsWith('</');
    const name = tag.toLowerCase();
    if (name === 'pre') {
      markdown += isEnd ? '\n```\n\n' : '\n\n```\n';
      isCode = !isEnd;
    } else if (isCode) continue;
    else if (name === 'ul' || name === 'ol') {
      if (isEnd) lists.pop();
      else lists.push({ isOrdered: name === 'ol', count: 0 });
      if (lists.length === 0) markdown += '\n\n';
    } else if (name === 'li') markdown += isEnd ? '' : listMark(lists);
    else if (name === 'a') {
      if (!isEnd) address = /\bhref="(https?:[^"<>\s()]*)"/.exec(token)?.[1] ?? null;
      if (address !== null) markdown += isEnd ? `](${decodeHtmlEntities(address)})` : '[';
      if (isEnd) address = null;
    } else if (name === 'p' && lists.length > 0) continue;
    else markdown += (isEnd ? ENDS[name] : STARTS[name]) ?? '';
  }
  return markdown
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const STARTS: Record<string, string> = {
  h1: '\n\n# ',
  h2: '\n\n## ',
  h3: '\n\n### ',
  h4: '\n\n#### ',
  p: '\n\n',
  div: '\n',
  tr: '\n| ',
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  code: '`',
  br: '\n',
  hr: '\n\n---\n\n',
};
const ENDS: Record<string, string> = {
  h1: '\n\n',
  h2: '\n\n',
  h3: '\n\n',
  h4: '\n\n',
  p: '\n\n',
  table: '\n\n',
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  code: '`',
  td: ' | ',
  th: ' | ',
};

function listMark(lists: { isOrdered: boolean; count: number }[]): string {
  const list = lists.at(-1) ?? { isOrdered: false, count: 0 };
  list.count++;
  return `\n${'   '.repeat(Math.max(0, lists.length - 1))}${list.isOrdered ? `${list.count}.` : '-'} `;
}
