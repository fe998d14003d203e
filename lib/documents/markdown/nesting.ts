import type { Token, Tokens } from 'marked';

/** Nobody nests deeper, and what draws a document calls itself for what stands within an element. */
const MAX_DEPTH = 40;

const BLOCKS: ReadonlySet<string> = new Set([
  'blockquote',
  'list',
  'paragraph',
  'heading',
  'table',
  'details',
  'footnote',
]);

/** What may stand within a token of any kind. */
type Nesting = {
  tokens?: Token[];
  summary?: Token[];
  items?: Tokens.ListItem[];
  header?: Tokens.TableCell[];
  rows?: Tokens.TableCell[][];
};

/** The tokens, of which those that are nested too deep are their own text. */
export function withinDepth(tokens: Token[], depth = 0): Token[] {
  return tokens.map((token) => {
    if (depth >= MAX_DEPTH && isNesting(token))
      return BLOCKS.has(token.type) ? plainBlock(token.raw) : plainText(token.raw);
    const { tokens: content, summary, items = [], header = [], rows = [] } = token as Nesting;
    if (content) Object.assign(token, { tokens: withinDepth(content, depth + 1) });
    if (summary) Object.assign(token, { summary: withinDepth(summary, depth + 1) });
    for (const each of [...items, ...header, ...rows.flat()]) each.tokens = withinDepth(each.tokens, depth + 1);
    return token;
  });
}

function isNesting(token: Token): boolean {
  return 'tokens' in token || 'items' in token || 'header' in token;
}

/** A text as one paragraph without markup. */
export function plainBlock(raw: string): Tokens.Paragraph {
  return { type: 'paragraph', raw, text: raw, tokens: [plainText(raw)] };
}

function plainText(raw: string): Tokens.Text {
  return { type: 'text', raw, text: raw, escaped: false };
}
