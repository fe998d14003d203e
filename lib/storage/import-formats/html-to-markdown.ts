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
  for (const [token, tag] of withoutComments(html).matchAll(TOKEN)) {
    if (tag === undefined) {
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
    else markdown += (isEnd ? ENDS : STARTS).get(name) ?? '';
  }
  return (
    markdown
      // Only the beginning of a gap is looked at, since a file may consist of gaps.
      .replace(/(?<![ \t])[ \t]+\n/g, '\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
  );
}

/** A tag, or text up to the next one. The name of a tag ends where it can, so that a long one is read once. */
const TOKEN = /<\/?([a-zA-Z][\w-]*)(?![\w-])[^<>]*>|[^<]+|</g;

/** A comment that does not end is text. */
function withoutComments(html: string): string {
  let text = '';
  let from = 0;
  for (let start = html.indexOf('<!--'); start >= 0; start = html.indexOf('<!--', from)) {
    const end = html.indexOf('-->', start + 4);
    if (end < 0) break;
    text += html.slice(from, start);
    from = end + 3;
  }
  return text + html.slice(from);
}

const STARTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
  }),
);
const ENDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
  }),
);

/**
 * Deeper lists are indented like this one: each item of a list in a thousand others would begin with thousands of
 * spaces.
 */
const MAX_INDENT = 12;

function listMark(lists: { isOrdered: boolean; count: number }[]): string {
  const list = lists.at(-1) ?? { isOrdered: false, count: 0 };
  list.count++;
  return `\n${'   '.repeat(Math.min(MAX_INDENT, Math.max(0, lists.length - 1)))}${list.isOrdered ? `${list.count}.` : '-'} `;
}
