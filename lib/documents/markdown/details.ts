import type { TokenizerAndRendererExtension, Tokens } from 'marked';

/** Collapsed content below a summary line. */
export type DetailsToken = {
  type: 'details';
  raw: string;
  isOpen: boolean;
  summary: Tokens.Generic[];
  tokens: Tokens.Generic[];
};

const OPENING = /^ {0,3}<details(\s+open(?:=(?:""|"open"|"true"))?)?\s*>[ \t]*\n?/i;
/** A summary whose closing tag has not arrived extends to the end of its line. */
const SUMMARY = /^\s*<summary\s*>([\s\S]*?)(?:<\/summary\s*>|\n\s*\n|$)/i;
/** A summary is styled anyway, but models often also mark it as bold or as a heading. */
const EMPHASIS = /<\/?(?:b|strong|i|em|u|h[1-6])>/gi;
/** Fences and code, in which tags are text, and the tags themselves. */
const PIECE = /^ {0,3}(`{3,}|~{3,}).*$|(?<!`)`+[^`\n]+`+|<details\b[^<>\n]*>|<\/details\s*>/gim;
/** Elements nested deeper than this are text. */
const MAX_DEPTH = 12;

/**
 * `<details>` with its `<summary>` and Markdown as its content. Without a closing tag it extends to the end, as while
 * it is being written.
 */
export function detailsExtension(): TokenizerAndRendererExtension {
  let depth = 0;
  return {
    name: 'details',
    level: 'block',
    tokenizer(source): DetailsToken | undefined {
      const [opening, open] = OPENING.exec(source) ?? [];
      if (opening === undefined || depth >= MAX_DEPTH) return undefined;
      const end = findClosingTag(source);
      const content = source.slice(opening.length, end?.at);
      const [head = '', summary = ''] = SUMMARY.exec(content) ?? [];
      const { top } = this.lexer.state;
      this.lexer.state.top = true;
      depth += 1;
      try {
        return {
          type: 'details',
          raw: source.slice(0, end?.after),
          isOpen: open !== undefined,
          summary: this.lexer.inline(summary.replace(EMPHASIS, '').replace(/\s+/g, ' ').trim()),
          tokens: this.lexer.blockTokens(content.slice(head.length).replace(/^\s*\n/, '')),
        };
      } finally {
        depth -= 1;
        this.lexer.state.top = top;
      }
    },
  };
}

/**
 * The position of the closing tag of the element with which `source` begins, and of the next block. Null if there is
 * none.
 */
function findClosingTag(source: string): { at: number; after: number } | null {
  let depth = 0;
  let fence = '';
  for (const { 0: piece, 1: marks, index } of source.matchAll(PIECE)) {
    if (fence !== '') {
      if (marks?.startsWith(fence) && piece.trim() === marks) fence = '';
    } else if (marks !== undefined) {
      fence = marks;
    } else if (piece.startsWith('<')) {
      depth += piece.startsWith('</') ? -1 : 1;
      const after = index + piece.length;
      if (depth === 0) return { at: index, after: after + (/^[ \t]*\n?/.exec(source.slice(after))?.[0].length ?? 0) };
    }
  }
  return null;
}
