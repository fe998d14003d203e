import { decodedText } from '../decoded-text.ts';

/**
 * The items of the array that a JSON file holds, as text, each as soon as it is complete; of a file that holds anything else,
 * the whole. `bytesRead`: about how much of the file was read by then, in bytes. Linear, and holds one item at a time.
 */
export async function* jsonItems(file: Blob): AsyncGenerator<{ json: string; bytesRead: number }> {
  const splitter = new ItemSplitter();
  let end = 0;
  for await (const { text, bytesRead } of decodedText(file)) {
    for (const json of splitter.push(text)) yield { json, bytesRead };
    end = bytesRead;
  }
  const rest = splitter.rest();
  if (rest !== null) yield { json: rest, bytesRead: end };
}

/** Splits the text of a JSON array into its items, in pieces of any size. */
class ItemSplitter {
  private state: 'start' | 'array' | 'other' | 'end' = 'start';
  private depth = 0;
  private isString = false;
  private isEscaped = false;
  /** The item so far. */
  private pieces: string[] = [];

  /** Returns the items that this piece completes. */
  push(text: string): string[] {
    const items: string[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (this.state === 'start') {
        if (code <= SPACE || code === BYTE_ORDER_MARK) continue;
        this.state = code === OPEN_BRACKET ? 'array' : 'other';
        from = this.state === 'array' ? at + 1 : at;
        continue;
      }
      if (this.state !== 'array') break;
      if (this.isString) this.inString(code);
      else if (code === QUOTE) this.isString = true;
      else if (code === OPEN_BRACKET || code === OPEN_BRACE) this.depth++;
      else if (this.depth > 0 && (code === CLOSE_BRACKET || code === CLOSE_BRACE)) this.depth--;
      else if (this.depth === 0 && (code === COMMA || code === CLOSE_BRACKET)) {
        this.pieces.push(text.slice(from, at));
        from = at + 1;
        const item = this.take();
        if (item !== '') items.push(item);
        if (code === CLOSE_BRACKET) this.state = 'end';
      }
    }
    if (this.state !== 'start') this.pieces.push(text.slice(from));
    return items;
  }

  /** What is left when the file has ended: a value that is no array, an item that was cut off, or nothing. */
  rest(): string | null {
    const rest = this.take();
    return rest === '' ? null : rest;
  }

  private inString(code: number): void {
    if (this.isEscaped) this.isEscaped = false;
    else if (code === BACKSLASH) this.isEscaped = true;
    else if (code === QUOTE) this.isString = false;
  }

  private take(): string {
    const item = this.pieces.join('').trim();
    this.pieces = [];
    return item;
  }
}

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const BYTE_ORDER_MARK = 0xfeff;
