import { Lexer, type Token, Tokenizer, type TokenizerObject, type Tokens } from 'marked';

/** Maximum nesting. Real texts are not deeper, and renderers recurse into elements. */
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

/**
 * Turns lists and quotations that are nested too deeply into text. The lexer reads the text of each one again for its
 * content, so 600 levels would take seconds.
 */
export function nestingTokenizer(): Pick<TokenizerObject, 'list' | 'blockquote'> {
  let depth = 0;
  const within = <Result>(read: () => Result): Result | undefined => {
    if (depth >= MAX_DEPTH) return undefined;
    depth += 1;
    try {
      return read();
    } finally {
      depth -= 1;
    }
  };
  return {
    list(source) {
      return within(() => Tokenizer.prototype.list.call(this, source));
    },
    blockquote(source) {
      return within(() => Tokenizer.prototype.blockquote.call(this, source));
    },
  };
}

/** Maximum length of an underlined heading, in characters: its underline is searched for from every line of a list. */
const MAX_HEADING = 1_000;

/** The lines in which an underlined heading may begin and end. */
export function linesOfHeading(source: string): string {
  return source.length <= MAX_HEADING ? source : source.slice(0, source.lastIndexOf('\n', MAX_HEADING) + 1);
}

/** Reads blocks, without the inline content of their lines. */
export class BlockLexer extends Lexer {
  override inlineTokens(_source: string, tokens: Token[] = []): Token[] {
    return tokens;
  }
}

/**
 * Maximum length of text in which marks of emphasis, links and addresses are matched with each other, in characters.
 */
const MAX_INLINE = 4_000;
/** The same for text of which a quarter is such marks. Texts that people read have far fewer. */
const MAX_DENSE = 500;
const MARKS = /[*_~`[\]()<>$:/@|&!]|\\[[(]/g;

/**
 * Reads the content of a long paragraph in pieces, because matching marks takes time that is quadratic in its length.
 */
export class AnswerLexer extends Lexer {
  #piece = '';

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    const outer = this.#piece;
    for (let at = 0; at < source.length; ) {
      const end = endOfPiece(source, at);
      this.#piece = source.slice(at, end);
      super.inlineTokens(this.#piece, tokens);
      at = end;
    }
    this.#piece = outer;
    return tokens;
  }

  /** The character before `rest`, the unread part of the current text, or '' at its beginning. */
  characterBefore(rest: string): string {
    return [...this.#piece.slice(0, this.#piece.length - rest.length).slice(-2)].at(-1) ?? '';
  }
}

/** The end of a piece that begins at `start`: after the last line or word that fits. */
function endOfPiece(source: string, start: number): number {
  if (source.length - start <= MAX_DENSE) return source.length;
  const longest = source.slice(start, start + MAX_INLINE);
  const isDense = (longest.match(MARKS)?.length ?? 0) > longest.length / 4;
  const limit = isDense ? MAX_DENSE : MAX_INLINE;
  if (source.length - start <= limit) return source.length;
  const piece = longest.slice(0, limit);
  const end = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf(' ')) + 1;
  return start + (end > limit / 2 ? end : limit);
}

/** The fields of a token of any type that may contain other tokens. */
type Nesting = {
  tokens?: Token[];
  summary?: Token[];
  items?: Tokens.ListItem[];
  header?: Tokens.TableCell[];
  rows?: Tokens.TableCell[][];
};

/** Replaces tokens that are nested too deeply by their text. */
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
