import type { TokenizerAndRendererExtension, Tokens } from 'marked';

/** Languages of blocks that may contain fences. A prompt or a note often has no language. */
const HOLDERS: ReadonlySet<string> = new Set([
  '',
  'markdown',
  'md',
  'mdx',
  'rmd',
  'qmd',
  'text',
  'txt',
  'plaintext',
  'prompt',
]);
const MARKDOWN = /^(?:markdown|mdx?|rmd|qmd)$/i;
const OPENING = /^( {0,3})(`{3,}|~{3,})[ \t]*((?![ \t])[^\n`]*)(?:\n|$)/;

/**
 * Fences inside a block of Markdown with the same number of marks. In CommonMark the first closing fence would end the
 * outer block, but models mean that a fence with a language opens an inner block. In blocks that are marked as
 * Markdown, a bare fence between an empty line and text also opens one. Each decision depends only on the text before
 * it and the beginning of the next line, so that it does not change while an answer grows.
 */
export const nestedFences: TokenizerAndRendererExtension = {
  name: 'nested-fences',
  level: 'block',
  tokenizer(source): Tokens.Code | undefined {
    const [opening, indent = '', marks = '', info = ''] = OPENING.exec(source) ?? [];
    const [language = ''] = /^\S*/.exec(info) ?? [];
    if (opening === undefined || !HOLDERS.has(language.toLowerCase())) return undefined;
    const { end, after, isNested } = findFenceEnd(source, opening.length, {
      marks,
      isMarkdown: MARKDOWN.test(language),
    });
    if (!isNested) return undefined;
    const text = source.slice(opening.length, end).replace(/\n$/, '');
    return {
      type: 'code',
      raw: source.slice(0, after),
      lang: info.trim(),
      text: indent === '' ? text : text.replace(new RegExp(`^ {1,${indent.length}}`, 'gm'), ''),
    };
  },
};

type Outer = { marks: string; isMarkdown: boolean };

function findFenceEnd(source: string, from: number, { marks, isMarkdown }: Outer) {
  const inner: string[] = [];
  let isNested = false;
  let previous = '';
  for (let at = from; at < source.length; ) {
    const newline = source.indexOf('\n', at);
    const next = newline < 0 ? source.length : newline + 1;
    const line = source.slice(at, newline < 0 ? undefined : newline);
    const fence = parseFence(line, inner.at(-1) ?? marks);
    const isBetween = /^\s*$|[:：]\s*$/.test(previous) && !/^(?:\s|$)/.test(source[next] ?? '');
    if (fence?.hasInfo === false && (inner.length > 0 || !isMarkdown || !isBetween)) {
      if (inner.pop() === undefined) return { end: at, after: at + line.length, isNested };
    } else if (fence) {
      inner.push(fence.marks);
      isNested = true;
    }
    previous = line;
    at = next;
  }
  return { end: source.length, after: source.length, isNested };
}

/** The fence on a line, if it could close a fence with these marks or open another. */
function parseFence(line: string, marks: string): { marks: string; hasInfo: boolean } | null {
  const [, own = '', info = ''] = /^ {0,3}(`{3,}|~{3,})[ \t]*((?![ \t])[^`]*)$/.exec(line) ?? [];
  return own.startsWith(marks) ? { marks: own, hasInfo: info.trim() !== '' } : null;
}
