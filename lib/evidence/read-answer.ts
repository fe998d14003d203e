import { type AnswerToken, lexAnswer, toAnswerTokens } from '../documents/index.ts';
import { type Block, type ReadableText, TextBuilder } from './readable-text.ts';

/** Returns the text of an answer without code blocks, formulas, addresses of links, citations and Markdown marks. */
export function readAnswer(markdown: string): ReadableText {
  const reader = new AnswerReader(markdown);
  reader.readBlocks(lexAnswer(markdown));
  return reader.builder.finish();
}

class AnswerReader {
  readonly builder = new TextBuilder();
  readonly #markdown: string;
  /** How far the tokens, which are in source order, have been located in the source. */
  #at = 0;
  #tables = 0;

  constructor(markdown: string) {
    this.#markdown = markdown;
  }

  readBlocks(tokens: readonly AnswerToken[], kind: Block['kind'] = 'paragraph', items?: number) {
    tokens.forEach((token, index) => {
      // A paragraph before a list introduces its items.
      const next = tokens.slice(index + 1).find(({ type }) => type !== 'space');
      const count = next?.type === 'list' ? next.items.length : items;
      this.#readBlock(token, kind, count);
    });
  }

  #readBlock(token: AnswerToken, kind: Block['kind'], items: number | undefined) {
    const more = items === undefined ? {} : { items };
    switch (token.type) {
      case 'heading':
        this.builder.block('heading', () => this.#readInline(toAnswerTokens(token.tokens)), more);
        break;
      case 'paragraph':
      case 'text':
        this.builder.block(
          kind,
          () => this.#readInline('tokens' in token && token.tokens ? toAnswerTokens(token.tokens) : [token]),
          more,
        );
        break;
      case 'blockquote':
        this.readBlocks(toAnswerTokens(token.tokens), 'quote');
        break;
      case 'list':
        for (const item of token.items) this.readBlocks(toAnswerTokens(item.tokens), 'item', token.items.length);
        break;
      case 'table':
        this.#readTable(token);
        break;
      case 'details':
        this.readBlocks(toAnswerTokens(token.tokens as never), kind);
        break;
      case 'code':
        this.#skip(token.raw);
        break;
      default:
        break;
    }
  }

  #readTable(token: Extract<AnswerToken, { type: 'table' }>) {
    const table = this.#tables;
    this.#tables += 1;
    [token.header, ...token.rows].forEach((cells, row) => {
      cells.forEach((cell, column) => {
        const place = { table, row, column, isHeader: row === 0 };
        this.builder.block('cell', () => this.#readInline(toAnswerTokens(cell.tokens)), { cell: place });
      });
    });
  }

  #readInline(tokens: readonly AnswerToken[]) {
    for (const token of tokens) {
      const start = this.#markdown.indexOf(token.raw, this.#at);
      this.#readSpan(token);
      // An address or an end mark may contain the text that comes next.
      if (start >= 0 && token.type !== 'text') this.#at = Math.max(this.#at, start + token.raw.length);
    }
  }

  #readSpan(token: AnswerToken) {
    switch (token.type) {
      case 'text':
      case 'escape':
        if ('tokens' in token && token.tokens) this.#readInline(toAnswerTokens(token.tokens));
        else this.#append(token.text, token.raw);
        break;
      case 'codespan':
        this.#append(token.text, token.text);
        break;
      case 'strong':
        this.builder.strong(() => this.#readInline(toAnswerTokens(token.tokens)));
        break;
      case 'em':
      case 'del':
        this.#readInline(toAnswerTokens(token.tokens));
        break;
      case 'link':
        // "[2]" and "[2](address)" cite a source.
        if (/^\W*\d{1,3}\W*$/.test(token.text)) this.#skip(token.raw);
        else this.#readInline(toAnswerTokens(token.tokens));
        break;
      case 'br':
        this.builder.appendMark(' ', this.#at);
        break;
      default:
        if ('tokens' in token && Array.isArray(token.tokens)) this.#readInline(toAnswerTokens(token.tokens));
        else this.#skip(token.raw);
    }
  }

  /**
   * Appends displayed text at its place in the source. Entities and wrapped lines of quotations are located line by
   * line.
   */
  #append(text: string, raw: string) {
    for (const line of raw.split(/(?<=\n)/)) {
      const at = this.#markdown.indexOf(line, this.#at);
      if (at < 0) continue;
      this.#at = at + line.length;
      if (raw === text || !/&\w+;|\\/.test(line))
        this.builder.append(line.replace(/\[\^?\d{1,3}\]/g, (mark) => ' '.repeat(mark.length)).replace(/\n/g, ' '), at);
      else
        this.builder.append(
          line.replace(/&\w+;/g, (mark) => ' '.repeat(mark.length)),
          at,
        );
    }
  }

  #skip(raw: string) {
    const at = this.#markdown.indexOf(raw, this.#at);
    if (at >= 0) this.#at = at + raw.length;
    this.builder.appendMark(' ', this.#at);
  }
}
