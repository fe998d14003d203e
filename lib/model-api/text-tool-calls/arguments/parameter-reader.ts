import type { CallReader, ReadCall, ReaderState, Reading } from '../dialect.ts';
import { type ArgumentField, decodeXml } from './fields.ts';
import { CALL_TAG, KIMI_TOKEN, PAIRED_VALUE, type ParameterTag, parameterTag } from './parameter-tags.ts';

type Open = Extract<ParameterTag, { type: 'open' }>;

/** Position in the list. Only the text after a closing tag shows whether the tag ended its value. */
type Place =
  | { type: 'between' }
  | { type: 'value'; open: Open; text: string; inCdata: boolean }
  /**
   * `by`: what ended the value: its own closing tag, that of its call, which implies it, or another marker that cut it
   * off.
   */
  | { type: 'closed'; open: Open; text: string; since: string; by: 'value-end' | 'call-end' | 'marker' };

type Value = Extract<Place, { type: 'value' }>;
type Closed = Extract<Place, { type: 'closed' }>;

/**
 * Reads arguments that are a list of tagged values: `<parameter=k>v</parameter>` in all its spellings, and
 * `<arg_key>k</arg_key><arg_value>v</arg_value>`. Values may contain markup, so a closing tag only counts if the list
 * continues or ends after it. If a closing tag is missing, the next opening tag ends the value. Runs in linear time.
 */
export class ParameterReader implements CallReader {
  state: ReaderState = 'open';
  readonly name: string;
  readonly #reading: Reading;
  readonly #tag: string | null;
  readonly #open: 'string' | 'json';
  #place: Place = { type: 'between' };
  readonly #fields: ArgumentField[] = [];
  #delta = '';
  /** Whether a closing tag was missing. */
  #isRepaired = false;
  /** How much had been read when the last value was closed. */
  #length = 0;
  #lastClosed: { length: number; open: Open; text: string; since: string; by: Closed['by'] } | null = null;
  textAfter = '';

  /**
   * `tag`: the element around the list, whose closing tag ends it. `open`: see `Fields`. `key`: the argument whose
   * value comes first, if the header names it.
   */
  constructor(reading: Reading, name: string, tag: string | null, open: 'string' | 'json', key: string | null = null) {
    this.#reading = reading;
    this.name = name;
    this.#tag = tag;
    this.#open = open;
    if (key !== null) this.#begin({ type: 'open', length: 0, style: PAIRED_VALUE, field: { key }, isEmpty: false });
  }

  takeDelta(): string {
    const delta = this.#delta;
    this.#delta = '';
    return delta;
  }

  push(text: string): number {
    let at = 0;
    while (at < text.length && this.state === 'open') {
      const place = this.#place;
      const consumedLength = place.type === 'value' ? this.#readValue(place, text, at) : this.#readBetween(text, at);
      if (consumedLength === 0) break;
      at += consumedLength;
      this.#length += consumedLength;
      if (this.#place.type === 'closed' && this.#place !== place) this.#noteClosed(this.#place);
    }
    this.#delta += text.slice(0, at);
    return at;
  }

  end(read: string): number {
    const place = this.#place;
    const lastClosed = this.#lastClosed;
    this.#isRepaired = true;
    if (place.type === 'between') {
      this.state = this.#fields.length > 0 && !this.#hasToken ? 'complete' : 'truncated';
      return read.length;
    }
    // The value seemed to continue after a closing tag, but no list element followed. So the tag was the end of the
    // value, and the rest is not part of the call.
    const isClosed = lastClosed?.open === place.open && isWhole(lastClosed);
    this.state = isClosed && !this.#hasToken ? 'complete' : 'truncated';
    if (!isClosed) return read.length;
    this.#keep(lastClosed.open, lastClosed.text, lastClosed.by);
    return lastClosed.length;
  }

  calls(): ReadCall[] {
    const fields = { list: this.#fields, open: this.#open };
    return [{ name: this.name, arguments: { type: 'fields', fields }, isStrict: true, isRepaired: this.#isRepaired }];
  }

  #readBetween(text: string, at: number): number {
    const place = this.#place;
    const space = /(?:\\n(?=<)|\s)+/y;
    space.lastIndex = at;
    const blank = space.exec(text)?.[0] ?? '';
    if (blank !== '') {
      if (place.type === 'closed') this.#place = { ...place, since: place.since + blank };
      return blank.length;
    }
    const tag: ParameterTag = text.charAt(at) === '<' ? parameterTag(text, at) : { type: 'none' };
    switch (tag.type) {
      case 'more':
        return 0;
      case 'open':
        this.#settle();
        this.#begin(tag);
        return tag.length;
      case 'skip':
        return tag.length;
      case 'end':
        if (tag.tag !== this.#tag) return this.#readOther(text, at);
        this.#finish();
        return tag.length;
      case 'close':
        // A second closing tag is an orphan and is skipped.
        return tag.length;
      case 'none':
        return this.#readOther(text, at);
      default:
        return tag satisfies never;
    }
  }

  /** Handles a tag that is not part of a parameter list: either a marker that ends the call, or markup in the value. */
  #readOther(text: string, at: number): number {
    const marker = this.#reading.closer(text, at) || this.#reading.opener(text, at) || callAt(text, at);
    if (marker < 0) return 0;
    if (marker > 0) {
      this.#isRepaired ||= this.#tag !== null;
      this.#finish();
      return 0;
    }
    if (this.#place.type !== 'closed') {
      this.state = 'failed';
      return 0;
    }
    const { open, text: value, since } = this.#place;
    this.#place = { type: 'value', open, text: value + since, inCdata: false };
    return this.#readValue(this.#place, text, at);
  }

  #readValue(place: Value, text: string, at: number): number {
    if (place.inCdata) return readCdata(place, text, at);
    const next = text.indexOf('<', at);
    if (next !== at) {
      const piece = text.slice(at, next < 0 ? text.length : next);
      place.text += piece;
      return piece.length;
    }
    const start = text.slice(at, at + CDATA.length);
    if (start === CDATA) {
      place.inCdata = true;
      return take(place, text, at, start.length);
    }
    const tag = parameterTag(text, at);
    if (tag.type === 'more' || CDATA.startsWith(start)) return 0;
    if (tag.type === 'open') {
      this.#isRepaired = true;
      this.#keep(place.open, place.text);
      this.#begin(tag);
      return tag.length;
    }
    const isOwn =
      tag.type === 'close' ? tag.of === place.open.style.close : tag.type === 'end' && tag.tag === this.#tag;
    const length = isOwn && 'length' in tag ? tag.length : this.#reading.closer(text, at);
    if (length < 0) return 0;
    if (length === 0) return take(place, text, at, 1);
    const since = text.slice(at, at + length);
    const isCallEnd = tag.type === 'end' && tag.tag === this.#tag && place.text.trim() !== '';
    const by = tag.type === 'close' ? 'value-end' : isCallEnd ? 'call-end' : 'marker';
    this.#place = { type: 'closed', open: place.open, text: place.text, since, by };
    return length;
  }

  /** Whether a value continues past a tag that could not be read. */
  get #hasToken(): boolean {
    return this.#fields.some(({ text }) => KIMI_TOKEN.test(text));
  }

  #noteClosed(place: Closed): void {
    if (this.#lastClosed?.open === place.open) return;
    this.#lastClosed = { ...place, length: this.#length };
  }

  /** Stores the previously read value. */
  #settle(): void {
    if (this.#place.type === 'closed') {
      const { open, text, by } = this.#place;
      this.#keep(open, text, by);
    }
    this.#isRepaired ||= this.#place.type === 'closed' && this.#place.by !== 'value-end';
    this.#place = { type: 'between' };
  }

  #finish(): void {
    this.#separateText();
    const isCut = this.#place.type === 'closed' && !isWhole(this.#place);
    this.#settle();
    this.state = isCut || this.#hasToken ? 'truncated' : 'complete';
  }

  /**
   * Ends a value at its own closing tag if the call ends after further text without another closing tag. That text is
   * not part of the value (quirk: sentence-before-closer).
   */
  #separateText(): void {
    const place = this.#place;
    const lastClosed = this.#lastClosed;
    if (place.type !== 'closed' || place.by === 'value-end' || place.open.field === null) return;
    if (lastClosed?.open !== place.open || lastClosed.by !== 'value-end') return;
    this.textAfter = place.text.slice(lastClosed.text.length + lastClosed.since.length);
    this.#place = { ...place, text: lastClosed.text, by: 'value-end' };
    this.#isRepaired = true;
  }

  #begin(open: Open): void {
    if (open.isEmpty) this.#keep(open, '');
    this.#place = open.isEmpty ? { type: 'between' } : { type: 'value', open, text: '', inCdata: false };
  }

  #keep(open: Open, text: string, by: Closed['by'] = 'value-end'): void {
    // A line break before a closing tag other than its own is not part of the value.
    const value = by === 'value-end' ? text : withoutWrongTag(text.replace(/\r?\n[ \t]*$/, ''), open.field?.key ?? '');
    // MiniMax M3 writes its namespace before every tag (quirk: format-minimax-m3).
    // GLM sometimes opens a value twice (quirk: format-glm-flash).
    const bare = value.replace(/^<arg_value>/, '').replace(/\]<\]minimax\[>\[\s*$/, '');
    if (open.field) this.#fields.push({ ...open.field, text: decodeXml(withoutFrame(bare)) });
  }
}

/**
 * Whether a value is complete. A value that was cut off by another marker is complete only if it is a single line
 * between line breaks. Truncated output does not end with a line break (quirk: missing-closing-tags).
 */
function isWhole({ by, text }: Pick<Closed, 'by' | 'text'>): boolean {
  return by !== 'marker' || /^[ \t]*\r?\n[^\r\n]*\S[^\r\n]*\r?\n[ \t]*$/.test(text);
}

/** A value without a closing tag that has the name of the argument, in place of its own (quirk: wrong-closing-tag). */
function withoutWrongTag(text: string, key: string): string {
  const tag = `</${key}>`;
  return text.endsWith(tag) ? text.slice(0, -tag.length).replace(/\r?\n[ \t]*$/, '') : text;
}

/**
 * One line break after the opening tag and one before the closing tag belong to the syntax. Further ones are data
 * (quirk: format-qwen-coder).
 */
function withoutFrame(text: string): string {
  const framed = /^\r?\n([\s\S]*?)(?:\r?\n[ \t]*)?$/.exec(text);
  return framed ? (framed[1] ?? '') : text;
}

function callAt(text: string, at: number): number {
  const match = text.charAt(at) === '<' ? CALL_TAG.match(text, at) : null;
  return match === 'more' ? -1 : (match?.[0].length ?? 0);
}

const CDATA = '<![CDATA[';

/** Reads up to and including `]]>`; tags inside are data. */
function readCdata(place: Value, text: string, at: number): number {
  const end = text.indexOf(']]>', at);
  if (end >= 0) place.inCdata = false;
  // A possible start of `]]>` is held back until the rest arrives.
  const upTo = end >= 0 ? end + 3 : text.length - (/\]{1,2}$/.exec(text)?.[0].length ?? 0);
  return take(place, text, at, upTo - at);
}

function take(place: Value, text: string, at: number, length: number): number {
  place.text += text.slice(at, at + length);
  return length;
}
