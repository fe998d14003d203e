import { Marked, type MarkedToken, type Token, Tokenizer, type Tokens } from 'marked';
import { addressTokenizer } from './addresses.ts';
import { type DetailsToken, detailsExtension } from './details.ts';
import { emphasisHooks, emphasisTokenizer } from './emphasis.ts';
import { nestedFences } from './fences.ts';
import { type FootnoteReferenceToken, type FootnoteToken, footnoteExtensions, footnoteTokenizer } from './footnotes.ts';
import { inlineTagExtensions, startsWithInlineTag, type TagToken } from './inline-tags.ts';
import { isWrappedProse, withBreaks } from './line-breaks.ts';
import { type MathToken, mathExtensions } from './math.ts';
import { AnswerLexer, linesOfHeading, nestingTokenizer, plainBlock, withinDepth } from './nesting.ts';

/** The tokens of an answer. */
export type AnswerToken = MarkedToken | MathToken | TagToken | DetailsToken | FootnoteToken | FootnoteReferenceToken;

const { defaults } = new Marked({
  gfm: true,
  extensions: [nestedFences, detailsExtension(), ...footnoteExtensions, ...inlineTagExtensions, ...mathExtensions],
  hooks: emphasisHooks,
  tokenizer: {
    ...emphasisTokenizer,
    ...addressTokenizer,
    ...footnoteTokenizer,
    ...nestingTokenizer(),
    // A paragraph whose tags are read one by one.
    html: (source) => (startsWithInlineTag(source) ? undefined : false),
    lheading(source) {
      const lines = linesOfHeading(source);
      return HEADING_OVER_BLOCK.test(lines) ? undefined : Tokenizer.prototype.lheading.call(this, lines);
    },
  },
});

/** An underlined heading whose lines contain the beginning of another block, which also interrupts a paragraph. */
const HEADING_OVER_BLOCK = /^(?:(?! {0,3}(?:=+|-+)[ \t]*\n)[^\n]+\n)+?(?:\[\^[^\]\s^]+\]:| {0,3}<details[\s>])/i;

/**
 * Reads an answer as Markdown in the way that models write it: GFM with formulas, footnotes, `<details>`, `<br>`,
 * `<kbd>`, `<sub>` and `<sup>`. Text that only resembles markup stays text. The panel, copies and exports show these
 * tokens.
 */
export function lexAnswer(text: string): AnswerToken[] {
  try {
    return toAnswerTokens(withinDepth(new AnswerLexer(defaults).lex(text))).map(finishBlock);
  } catch (error) {
    // The lexer recurses into blocks, so a line of thousands of `>` overflows the stack.
    if (!(error instanceof RangeError)) throw error;
    return [plainBlock(text)];
  }
}

/** No other extensions are installed, so only these tokens occur. */
export function toAnswerTokens(tokens: Token[] | undefined): AnswerToken[] {
  return (tokens ?? []) as AnswerToken[];
}

/** The tokens in a token, in the order of the Markdown. For lists, those in their items. */
export function listChildren(token: AnswerToken): AnswerToken[] {
  if (token.type === 'list') return token.items.flatMap((item) => toAnswerTokens(item.tokens));
  if (token.type === 'table')
    return [token.header, ...token.rows].flat().flatMap((cell) => toAnswerTokens(cell.tokens));
  if (token.type === 'details') return toAnswerTokens([...token.summary, ...token.tokens] as Token[]);
  return 'tokens' in token ? toAnswerTokens(token.tokens as Token[] | undefined) : [];
}

/** Paragraphs that determine the direction of the block they begin, which `dir="auto"` would otherwise skip. */
const leading = new WeakSet<object>();

export function setsBlockDirection(token: object): boolean {
  return leading.has(token);
}

/** Makes meaningful line breaks of paragraphs visible, in all nested blocks. */
function finishBlock(token: AnswerToken): AnswerToken {
  switch (token.type) {
    case 'paragraph':
    case 'text':
    case 'footnote':
      return token.tokens && token.text.includes('\n') && !isWrappedProse(token.text)
        ? ({ ...token, tokens: withBreaks(token.tokens) } as AnswerToken)
        : token;
    case 'blockquote':
      return { ...token, tokens: finishContent(withTitle(token.tokens)) };
    case 'list':
      return {
        ...token,
        items: token.items.map((item): Tokens.ListItem => ({ ...item, tokens: finishContent(item.tokens) })),
      };
    case 'details':
      return { ...token, tokens: toAnswerTokens(token.tokens as Token[]).map(finishBlock) as Tokens.Generic[] };
    default:
      return token;
  }
}

/** The first line of a note or a warning in GitHub's notation. */
const ALERT = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

/** The tokens of a quotation. The marker of an alert becomes its title in words. */
function withTitle(tokens: Token[]): Token[] {
  const [first, ...others] = tokens;
  if (first?.type !== 'paragraph' || first.tokens === undefined) return tokens;
  const [mark, name = ''] = ALERT.exec(first.text) ?? [];
  if (mark === undefined) return tokens;
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1).toLowerCase()}`;
  const text: Tokens.Text = { type: 'text', raw: mark, text: title, escaped: false };
  const heading: Tokens.Paragraph = {
    type: 'paragraph',
    raw: mark,
    text: title,
    tokens: [{ type: 'strong', raw: mark, text: title, tokens: [text] }],
  };
  const rest = first.text.slice(mark.length);
  const content = rest === '' ? [] : new AnswerLexer(defaults).lex(rest);
  return [heading, ...content, ...others];
}

function finishContent(tokens: Token[]): Token[] {
  const blocks = toAnswerTokens(tokens).map(finishBlock);
  const first = blocks.find(({ type }) => type !== 'space');
  if (first) leading.add(first);
  return blocks as Token[];
}
