import { type ByteSource, decodeFilePieces, ImportRefused, MAX_CHAT_LENGTH } from '../import-lines.ts';
import { createPauser } from '../pauses.ts';

/**
 * An item of a JSON file as text. `isCut`: the file ended before the end of the item. `bytesRead`: approximately how
 * much of the file was read by then.
 */
type JsonItem = { json: string; isCut: boolean; bytesRead: number };

/**
 * Yields the items of the array in a JSON file as text, each as soon as it is complete. If the file contains an object,
 * yields the items of its first array named in `listNames`, then the object without them. Yields any other file as a
 * whole. Takes linear time and holds one item at a time. Throws ImportRefused if an item is too large.
 */
export async function* jsonItems(file: ByteSource, listNames: readonly string[]): AsyncGenerator<JsonItem> {
  const splitter = new ItemSplitter(listNames);
  let end = 0;
  const pause = createPauser();
  for await (const { text, bytesRead } of decodeFilePieces(file)) {
    for (const json of splitter.push(text)) {
      // Items that are not chats are not reported to the caller (`archivedItems`), so the pause is made here.
      await pause();
      yield { json, isCut: false, bytesRead };
    }
    end = bytesRead;
  }
  const rest = splitter.rest();
  if (rest !== '' || splitter.isCut()) yield { json: rest, isCut: splitter.isCut(), bytesRead: end };
}

/** Splits the text of a JSON document into items, in pieces of any size. */
class ItemSplitter {
  #state: 'start' | 'items' | 'object' | 'other' = 'start';
  /** Nesting within the array or object. */
  #depth = 0;
  #isString = false;
  #isEscaped = false;
  #item = new Pieces();
  /** The document without its items. */
  readonly #around = new Pieces();
  readonly #listStart: RegExp;

  constructor(listNames: readonly string[]) {
    this.#listStart = new RegExp(`[{,]\\s*"(?:${listNames.join('|')})"\\s*:\\s*$`);
  }

  /** Returns the items that this piece completes. */
  push(text: string): string[] {
    const items: string[] = [];
    let from = 0;
    const keep = (until: number) => {
      (this.#state === 'items' ? this.#item : this.#around).add(text.slice(from, until));
      from = until;
    };
    for (let at = 0; at < text.length && this.#state !== 'other'; at++) {
      const code = text.charCodeAt(at);
      if (this.#state === 'start') {
        from = this.#start(code, at);
      } else if (this.#isString) this.#inString(code);
      else if (code === QUOTE) this.#isString = true;
      else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
        this.#depth++;
        const isList = this.#state === 'object' && this.#depth === 1 && code === OPEN_BRACKET;
        if (!isList || !this.#listStart.test(this.#around.end() + text.slice(from, at).slice(-END))) continue;
        keep(at + 1);
        this.#state = 'items';
        this.#depth = 0;
      } else if (this.#state === 'items' && this.#depth === 0 && (code === COMMA || code === CLOSE_BRACKET)) {
        keep(at);
        const item = this.#item.text();
        this.#item = new Pieces();
        if (item !== '') items.push(item);
        from = at + 1;
        if (code === COMMA) continue;
        // The end of an array within an object belongs to the object.
        const isNested = !this.#around.isEmpty();
        this.#state = isNested ? 'object' : 'other';
        if (isNested) from = at;
      } else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) this.#depth--;
    }
    if (this.#state !== 'start') keep(text.length);
    return items;
  }

  /**
   * The text at the end of the file that belongs to no item: the document without its items, or an item that was cut
   * off.
   */
  rest(): string {
    return (this.#around.text() + this.#item.text()).trim();
  }

  /** Whether the document was cut off: a list or an object is still open. */
  isCut(): boolean {
    return this.#state === 'items' || (this.#state === 'object' && this.#depth >= 0);
  }

  /** Determines the type of the document from its first character. Returns where its content begins. */
  #start(code: number, at: number): number {
    if (code <= SPACE || code === BYTE_ORDER_MARK) return at + 1;
    this.#state = code === OPEN_BRACKET ? 'items' : code === OPEN_BRACE ? 'object' : 'other';
    return code === OPEN_BRACKET ? at + 1 : at;
  }

  #inString(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === BACKSLASH) this.#isEscaped = true;
    else if (code === QUOTE) this.#isString = false;
  }
}

/** How many characters before a list are searched for its name. */
const END = 100;

/** Text that arrives in pieces. */
class Pieces {
  readonly #pieces: string[] = [];
  #length = 0;

  add(piece: string): void {
    if (piece === '') return;
    this.#length += piece.length;
    if (this.#length > MAX_CHAT_LENGTH) throw new ImportRefused({ code: 'chat-too-large' });
    this.#pieces.push(piece);
  }

  text(): string {
    return this.#pieces.join('').trim();
  }

  /** The last characters of the text. */
  end(): string {
    let end = '';
    for (let index = this.#pieces.length - 1; index >= 0 && end.length < END; index--) {
      end = (this.#pieces[index] ?? '').slice(-END) + end;
    }
    return end;
  }

  isEmpty(): boolean {
    return this.#length === 0;
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
