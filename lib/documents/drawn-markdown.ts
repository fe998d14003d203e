import type { Tokens } from 'marked';
import { cleanText } from '../text/index.ts';
import { type AnswerToken, lexAnswer, listChildren } from './markdown/answer-tokens.ts';

/**
 * Removes what an answer contains but its drawing does not show, since it would be copied unseen: definitions of links,
 * titles and labels of links and pictures, links without text, what follows the language of a fence, and cells beyond
 * the columns of a table. Links by label get their address. Formulas and other text are unchanged.
 */
export function keepDrawnMarkdown(markdown: string): string {
  // Links first, since those by label need their definitions.
  const linked = editTokens(markdown, (token) =>
    token.type === 'link' || token.type === 'image' ? drawnLink(token) : null,
  );
  return editTokens(linked, (token) => {
    if (token.type === 'def') return '';
    if (token.type === 'code') return drawnFence(token);
    return token.type === 'table' ? drawnTable(token) : null;
  });
}

/** Null for links that show all that they contain: addresses, and `[text](address)` without a title. */
function drawnLink({ type, raw, text, title, href }: Tokens.Link | Tokens.Image): string | null {
  const start = type === 'image' ? '![' : '[';
  if (!raw.startsWith(start)) return null;
  if (type === 'link' && cleanText(text).trim() === '') return '';
  if (!title && raw.endsWith(')')) return null;
  return `${start}${text}](${/[\s()<>]/.test(href) ? `<${href.replace(/[<>\n]/g, encodeURIComponent)}>` : href})`;
}

/** The info string of a fence is drawn up to its first space. */
function drawnFence({ raw, lang = '' }: Tokens.Code): string | null {
  const [word = ''] = lang.split(/\s/);
  return word === lang ? null : raw.replace(lang, word);
}

const CELL_END = /(?<!\\)\|/;

function drawnTable({ raw, header }: Tokens.Table): string | null {
  const lines = raw.split('\n').map((line) => {
    const start = /^\s*\|?/.exec(line)?.[0] ?? '';
    const cells = line
      .slice(start.length)
      .replace(/(?<!\\)\|\s*$/, '')
      .split(CELL_END);
    return cells.length > header.length ? `${start}${cells.slice(0, header.length).join('|')}|` : line;
  });
  const text = lines.join('\n');
  return text === raw ? null : text;
}

/** Tokens whose text is passed over, so that an edit cannot fall into equal text before it, such as code. */
const PASSED_OVER: ReadonlySet<string> = new Set(['code', 'codespan', 'escape', 'text', 'html', 'math']);
/** Between two tokens of a line are only marks, so text that is further away is other text. In characters. */
const MAX_MARKS = 64;

/** Replaces tokens for which `edit` returns a text, in the order in which they stand. */
function editTokens(markdown: string, edit: (token: AnswerToken) => string | null): string {
  const pieces: string[] = [];
  /** The ends of what is in `pieces`, and of the tokens that were visited. */
  let [copied, position] = [0, 0];
  const visit = (token: AnswerToken): void => {
    const text = edit(token);
    if (text !== null) {
      const at = markdown.indexOf(token.raw, position);
      if (at < 0) return;
      pieces.push(markdown.slice(copied, at), text);
      copied = at + token.raw.length;
      position = copied;
      return;
    }
    const children = listChildren(token);
    for (const child of children) visit(child);
    if (children.length > 0 || !PASSED_OVER.has(token.type)) return;
    const at = markdown.slice(position, position + MAX_MARKS + token.raw.length).indexOf(token.raw);
    if (at >= 0) position += at + token.raw.length;
  };
  for (const token of lexAnswer(markdown)) visit(token);
  return [...pieces, markdown.slice(copied)].join('');
}
