import { type Token, Tokenizer, type TokenizerAndRendererExtension, type TokenizerObject, type Tokens } from 'marked';

export type FootnoteReferenceToken = { type: 'footnote-reference'; raw: string; label: string };
export type FootnoteToken = { type: 'footnote'; raw: string; label: string; text: string; tokens: Tokens.Generic[] };

const DEFINITION = /^\[\^([^\]\s^]{1,40})\]:[ \t]*([^\n]*(?:\n(?:[ \t]*\n)*(?: {2}|\t)[^\S\n]*\S[^\n]*)*)(?:\n+|$)/;
const REFERENCE = /^\[\^([^\]\s^]{1,40})\](?!:)/;

/** `[^1]` and, at the beginning of a line, `[^1]: Note.` */
export const footnoteExtensions: TokenizerAndRendererExtension[] = [
  {
    name: 'footnote',
    level: 'block',
    tokenizer(source): FootnoteToken | undefined {
      const [raw, label, indented = ''] = DEFINITION.exec(source) ?? [];
      if (raw === undefined || label === undefined) return undefined;
      const text = indented.replace(/\n\s*/g, '\n');
      return { type: 'footnote', raw, label, text, tokens: this.lexer.inline(text) };
    },
  },
  {
    name: 'footnote-reference',
    level: 'inline',
    tokenizer(source): FootnoteReferenceToken | undefined {
      const [raw, label] = REFERENCE.exec(source) ?? [];
      return raw === undefined || label === undefined ? undefined : { type: 'footnote-reference', raw, label };
    },
  },
];

/**
 * A note may follow a paragraph without an empty line. An extension's `start` would also allow that, but would make
 * paragraphs before it depend on the text after them, so that they would change while an answer grows.
 */
export const footnoteTokenizer: TokenizerObject = {
  paragraph(source) {
    const end = noteBehind(source);
    return end === null ? false : Tokenizer.prototype.paragraph.call(this, source.slice(0, end));
  },
};

function noteBehind(source: string): number | null {
  for (let at = source.indexOf('\n[^'); at >= 0; at = source.indexOf('\n[^', at + 1)) {
    if (DEFINITION.test(source.slice(at + 1, at + 100))) return at + 1;
  }
  return null;
}

/** The notes among the blocks of an answer, by label. */
export function footnotesIn(tokens: readonly (Token | FootnoteToken)[]): ReadonlyMap<string, string> {
  return new Map(tokens.flatMap((token) => (token.type === 'footnote' ? [[token.label, token.text] as const] : [])));
}

/**
 * Whether a reference is shown as a footnote. `[^abc]` may otherwise be a set of characters in a regular expression.
 */
export function isFootnote(label: string, notes: ReadonlyMap<string, string>): boolean {
  return notes.has(label) || /^\d{1,3}$/.test(label);
}
