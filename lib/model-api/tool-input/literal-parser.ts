/** A cursor over a text, shared by the parsers of literals. Throws `LiteralError` on unexpected text. */
export class TextCursor {
  at = 0;
  readonly text: string;
  readonly #space: RegExp;

  /** `space` is a sticky pattern for what is skipped between tokens. */
  constructor(text: string, space = /\s*/y) {
    this.text = text;
    this.#space = space;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  peek(): string {
    return this.text.charAt(this.at);
  }

  startsWith(word: string): boolean {
    return this.text.startsWith(word, this.at);
  }

  skipSpace(): void {
    this.take(this.#space);
  }

  /** Whether `word` comes next, after white space. */
  isNext(word: string): boolean {
    this.skipSpace();
    return this.startsWith(word);
  }

  /** Consumes and returns what the sticky pattern matches at the cursor, or null. */
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match === null) return null;
    this.at += match[0].length;
    return match[0];
  }

  expect(character: string): void {
    this.skipSpace();
    if (!this.startsWith(character)) throw new LiteralError(`Expected ${character}`);
    this.at += character.length;
  }

  /** Consumes the next character if it is `character`, and returns whether it was. */
  accept(character: string): boolean {
    this.skipSpace();
    if (!this.startsWith(character)) return false;
    this.at += character.length;
    return true;
  }
}

export class LiteralError extends Error {}

/** The text ends inside a value, or where a value is required. */
export class CutOffError extends LiteralError {}
