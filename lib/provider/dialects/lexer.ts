import type { ModelEvent } from '../../protocol/model-client.ts';
import type { ToolDefinition } from '../../protocol/tool.ts';
import type { CallIds } from '../call-ids.ts';
import { findTool } from '../tool-name.ts';
import { readArgumentsStart } from './arguments-start.ts';
import { CallTeller } from './call-teller.ts';
import type { CallReader, Reading } from './dialect.ts';
import { readHarmonyHeader } from './harmony.ts';
import { type Header, readHeader, readList, readTagHeader } from './headers.ts';
import { JsonReader } from './json-reader.ts';
import { MarkdownCode } from './markdown-code.ts';
import { type MarkerAction, markers } from './markers.ts';
import { continueLines, readLineStart, readToolElement } from './text-starts.ts';

type CallHeader = Extract<Header, { type: 'call' }>;

/** What the lexer is reading. `opening` is what has been read of a possible call, to give back if it is none. */
type Mode =
  | { type: 'text' }
  | { type: 'reasoning'; ends: readonly string[] }
  | { type: 'header'; opening: string; format: string | null; isBare: boolean; inList: boolean }
  | { type: 'arguments'; opening: string; header: CallHeader; isBare: boolean; inList: boolean }
  | {
      type: 'call';
      opening: string;
      reader: CallReader;
      format: string;
      isBare: boolean;
      inList: boolean;
      read: string[];
    }
  /** Behind a call: white space and closing markers are not content, and another call may follow. */
  | { type: 'after'; blank: string; isOpen: boolean; inList: boolean; isListOver: boolean; isBare: boolean };

/**
 * Finds tool calls, and reasoning, written as text in any dialect (docs/decisions/0008). Text arrives in pieces of any size
 * and the result does not depend on them. Whatever is no call is given back as text, in order; only what may be the start
 * of a marker is held back. Time is linear in the text's length.
 */
export class DialectLexer {
  private readonly teller: CallTeller;
  private readonly reading: Reading;
  private readonly code = new MarkdownCode();
  private buffer = '';
  private mode: Mode = { type: 'text' };
  /** Text that has been decided and not been told. */
  private said = '';
  private events: ModelEvent[] = [];
  private last = '\n';
  private hasText = false;
  private isLineStart = true;
  /** Blank text at the very start, which is content only if text follows. */
  private leading = '';
  private isAnswer = false;
  private hasThought = false;
  private isOver = false;
  private cut = false;
  private readonly readsCalls: boolean;
  private readonly splitsReasoning: boolean;
  private nativeCalls = false;

  /** Without tools nothing is a call and control tokens stay. */
  constructor(tools: readonly ToolDefinition[], ids: CallIds, { splitsReasoning = true } = {}) {
    this.readsCalls = tools.length > 0;
    this.splitsReasoning = splitsReasoning;
    this.teller = new CallTeller(tools, ids);
    const find = (name: string) => findTool(tools, name);
    this.reading = {
      tools,
      find,
      closer: (text, at) => markerLength(text, at, 'close'),
      separator: (text, at) => markerLength(text, at, 'separate'),
      opener: (text, at) => markerLength(text, at, 'open'),
    };
  }

  get callCount(): number {
    return this.teller.callCount;
  }

  /** The dialects of the calls found so far. */
  get formats(): ReadonlySet<string> {
    return this.teller.formats;
  }

  /** The server itself has told a call: closing markers left over in the text are no content (provider-quirks 79). */
  noteNativeCall(): void {
    this.nativeCalls = true;
  }

  push(text: string): ModelEvent[] {
    if (this.mode.type === 'text' && this.buffer === '' && !this.isLineStart && !STOP.test(text)) {
      this.say(text);
      return this.take();
    }
    this.buffer += text;
    this.scan();
    return this.take();
  }

  /** The text has ended; `cut`: not by the model's will, so that unfinished arguments cannot be trusted. */
  end({ cut }: { cut: boolean }): ModelEvent[] {
    this.isOver = true;
    this.cut = cut;
    this.scan();
    if (this.mode.type === 'text' && !this.hasText && this.callCount === 0) this.said += this.leading;
    return this.take();
  }

  private take(): ModelEvent[] {
    this.flush();
    const { events } = this;
    this.events = [];
    return events;
  }

  private scan(): void {
    while (this.step()) {}
  }

  /** Reads on where it can; false when more text is needed. */
  private step(): boolean {
    const { mode } = this;
    switch (mode.type) {
      case 'text':
        return this.buffer !== '' && this.readText();
      case 'reasoning':
        return this.readReasoning(mode.ends);
      case 'header':
        return this.readHeader(mode);
      case 'arguments':
        return this.readArguments(mode);
      case 'call':
        return this.readCall(mode);
      case 'after':
        return this.readAfter(mode);
      default:
        return mode satisfies never;
    }
  }

  private readText(): boolean {
    if (this.isLineStart && this.readsCalls && !this.code.isInFence && !this.isAnswer) {
      const decided = this.readLineStart();
      if (decided !== null) return decided;
    }
    this.isLineStart = false;
    STOP.lastIndex = 0;
    const stop = this.buffer.search(STOP);
    if (stop !== 0) {
      this.say(this.takeFront(stop < 0 ? this.buffer.length : stop));
      return true;
    }
    if (this.buffer.startsWith('\n')) {
      this.say(this.takeFront(1));
      this.isLineStart = true;
      return true;
    }
    return this.readMarker();
  }

  /** At a character that begins markers. */
  private readMarker(): boolean {
    if (this.buffer.startsWith('`')) return this.readBackTicks();
    if (this.code.isInside || this.isAnswer) return this.readInAnswer();
    const match = markers.match(this.buffer, 0);
    if (match.type === 'match') {
      const decided = this.act(match.value, match.length);
      if (decided !== null) return decided;
    }
    if (match.type === 'more' && !this.isOver) return false;
    const header = this.readsCalls ? this.textHeader() : 'none';
    if (header === 'more' && !this.isOver) return false;
    if (header !== 'more' && header !== 'none') {
      this.enter(header, '', header.type !== 'call');
      return true;
    }
    this.say(this.takeFront(1));
    return true;
  }

  /** Inside code, or in an answer that is no place for calls: only the end of the answer matters. */
  private readInAnswer(): boolean {
    const match = this.isAnswer ? markers.match(this.buffer, 0) : { type: 'none' as const };
    if (match.type === 'more' && !this.isOver) return false;
    if (match.type === 'match' && (match.value.type === 'drop' || match.value.type === 'message')) {
      this.isAnswer = false;
      return true;
    }
    this.say(this.takeFront(1));
    return true;
  }

  private textHeader(): Header | 'more' | 'none' {
    const { buffer } = this;
    if (buffer.startsWith('[')) return readList(buffer, this.reading, true);
    if (!buffer.startsWith('<')) return 'none';
    const element = readToolElement(buffer, this.reading, /\n|^$/.test(this.last));
    const tag = readTagHeader(buffer);
    const isAlone = /[\s>]/.test(this.last);
    if (element !== 'none' && element !== 'more') return isAlone ? element : 'none';
    if (tag !== 'none' && tag !== 'more') return tag.type === 'call' && this.isMeant(tag, isAlone) ? tag : 'none';
    return element === 'more' || tag === 'more' ? 'more' : 'none';
  }

  /** Our own tag stands alone; the others name an offered tool, for nothing around them says that they are calls. */
  private isMeant(header: CallHeader, isAlone: boolean): boolean {
    return header.tag === 'tool' ? isAlone : this.reading.find(header.name) !== null || header.format === 'kimi-k3';
  }

  /** What a marker in text does, or null when it is nothing here. */
  private act(action: MarkerAction, length: number): boolean | null {
    const isThought = action.type === 'think' || action.type === 'unthink';
    if (isThought ? !this.splitsReasoning : !this.readsCalls) return null;
    switch (action.type) {
      case 'open':
        if (/["'“‘«(]/.test(this.last) && this.last !== '\n') return null;
        this.flush();
        this.mode = {
          type: 'header',
          opening: this.takeFront(length),
          format: action.format,
          isBare: false,
          inList: false,
        };
        return true;
      case 'drop':
        this.takeFront(length);
        return true;
      case 'close':
      case 'separate':
        if (!this.nativeCalls && this.callCount === 0) return null;
        this.takeFront(length);
        return true;
      case 'message':
        return this.readMessage();
      case 'think':
        if (this.hasText && !action.isToken) return null;
        this.takeFront(length);
        this.hasThought = true;
        this.mode = { type: 'reasoning', ends: [action.close] };
        return true;
      case 'unthink':
        return this.readLoneCloser(action, length);
      default:
        return action satisfies never;
    }
  }

  /** The closing tag of reasoning whose opening tag never came: what was said so far was reasoning (provider-quirks 74). */
  private readLoneCloser(action: Extract<MarkerAction, { type: 'unthink' }>, length: number): boolean | null {
    if (this.hasThought && !action.isToken) return null;
    const next = this.buffer.charAt(length);
    if (next === '' && !this.isOver) return false;
    const isMention = /[ "'“(]/.test(this.last) && /[ "'”).,:;?!]/.test(next);
    if (!action.isToken && isMention) return null;
    this.takeFront(length);
    this.hasThought = true;
    if (!this.hasText) return true;
    this.flush();
    this.events.push({ type: 'text-to-reasoning' });
    this.restart();
    return true;
  }

  private restart(): void {
    this.hasText = false;
    this.leading = '';
    this.last = '\n';
    this.isLineStart = true;
  }

  private readMessage(): boolean | null {
    const header = readHarmonyHeader(this.buffer);
    if (header === null) return null;
    if (header === 'more') return this.isOver ? null : false;
    const opening = this.takeFront(header.length);
    const { message } = header;
    switch (message.type) {
      case 'call': {
        const call = { format: 'harmony', name: message.name, tag: null, open: 'string', length: 0 } as const;
        const encoding = { type: 'harmony' } as const;
        const isBare = false;
        this.mode = { type: 'arguments', opening, header: { type: 'call', ...call, encoding }, isBare, inList: false };
        return true;
      }
      case 'answer':
        this.isAnswer = true;
        return true;
      case 'reasoning':
        this.mode = {
          type: 'reasoning',
          ends: ['<|end|>', '<|start|>', '<|call|>', '<|return|>', '<|eom|>', '<|eot|>'],
        };
        return true;
      case 'other':
        return true;
      default:
        return message satisfies never;
    }
  }

  private readReasoning(ends: readonly string[]): boolean {
    if (this.buffer === '') return false;
    const first = this.buffer.search(REASONING_STOP);
    if (first !== 0) {
      this.think(this.takeFront(first < 0 ? this.buffer.length : first));
      return true;
    }
    const end = ends.find((each) => this.buffer.startsWith(each));
    if (end !== undefined) {
      if (end !== '<|start|>') this.takeFront(end.length);
      this.mode = { type: 'text' };
      this.restart();
      return true;
    }
    if (!this.isOver && ends.some((each) => each.startsWith(this.buffer))) return false;
    this.think(this.takeFront(1));
    return true;
  }

  /** Null when nothing begins at the start of this line. */
  private readLineStart(): boolean | null {
    const blank = /^[ \t]{0,20}/.exec(this.buffer)?.[0] ?? '';
    const text = this.buffer.slice(blank.length);
    if (text === '') return this.isOver ? null : false;
    const isFirst = !this.hasText;
    if (!/[\s<`]/.test(text.charAt(0))) {
      const start = this.lineHeader(text, isFirst);
      if (start === 'more') return this.isOver ? null : false;
      if (start === 'marker') {
        const match = markers.match(text, 0);
        this.say(this.takeFront(blank.length));
        const decided = match.type === 'match' ? this.act(match.value, match.length) : null;
        if (decided !== null) return decided;
      } else if (start !== 'none') {
        const opening = this.takeFront(blank.length);
        this.enter(start, opening, true);
        return true;
      }
    }
    if (isFirst && /^(?:to=|<)/.test(text) && text.startsWith('to=')) {
      const decided = this.readMessage();
      if (decided !== null) return decided;
    }
    return null;
  }

  private lineHeader(text: string, isFirst: boolean): Header | 'marker' | 'more' | 'none' {
    const match = markers.match(text, 0);
    if (match.type === 'more' && /^[A-Za-z]/.test(text)) return 'more';
    if (match.type === 'match' && /^[A-Za-z]/.test(text)) return 'marker';
    if (isFirst && text.startsWith('{')) return { type: 'object', length: 0, format: 'json' };
    return readLineStart(text, this.reading, isFirst);
  }

  private enter(header: Header, opening: string, isBare: boolean): void {
    this.flush();
    const whole = opening + this.takeFront(header.length);
    if (header.type === 'object') this.beginObject(whole, header.format, isBare, false);
    else if (header.type === 'list') {
      this.mode = {
        type: 'header',
        opening: whole,
        format: null,
        isBare: !whole.startsWith('functools'),
        inList: true,
      };
    } else this.mode = { type: 'arguments', opening: whole, header, isBare, inList: false };
  }

  private beginObject(opening: string, format: string, isBare: boolean, inList: boolean): void {
    const reader = new JsonReader(this.reading, { name: null, isBare, nameIsKey: format === 'apertus' });
    this.mode = { type: 'call', opening, reader, format, isBare, inList, read: [] };
  }

  /** A fence: ```json or ```tool_code with a call in it, else code. */
  private readBackTicks(): boolean {
    const run = /^`+/.exec(this.buffer)?.[0] ?? '';
    if (run.length === this.buffer.length && !this.isOver) return false;
    const isFence = run.length === 3 && !this.code.isInFence && this.readsCalls;
    const fence = isFence ? /^```([\w-]{0,20})[ \t]*\r?\n\s*/.exec(this.buffer) : null;
    if (isFence && !fence && !this.isOver && /^```[\w-]{0,20}[ \t]*\r?$/.test(this.buffer)) return false;
    const kind = fence ? FENCES[fence[1] ?? ''] : undefined;
    if (fence && kind && fence[0].length === this.buffer.length && !this.isOver) return false;
    if (!fence || !kind) {
      this.say(this.takeFront(run.length));
      return true;
    }
    if (kind === 'lines') {
      const header = continueLines(this.buffer);
      if (header === 'more' && !this.isOver) return false;
      if (header !== 'more' && header !== 'none') {
        this.enter(header, '', true);
        return true;
      }
    }
    const isAlone = !this.hasText;
    const next = this.buffer.charAt(fence[0].length);
    if (kind === 'code' || (/[{[]/.test(next) && (isAlone || true))) {
      this.flush();
      this.mode = {
        type: 'header',
        opening: this.takeFront(fence[0].length),
        format: kind === 'code' ? 'tool-code' : 'json-fence',
        isBare: true,
        inList: kind === 'code',
      };
      return true;
    }
    this.say(this.takeFront(run.length));
    return true;
  }

  private readHeader(mode: Extract<Mode, { type: 'header' }>): boolean {
    const blank = /^(?:\s|```(?:json)?)+/.exec(this.buffer)?.[0] ?? '';
    mode.opening += this.takeFront(blank.length);
    if (this.buffer === '') return this.isOver ? this.giveBack(mode.opening) : false;
    if (!this.isOver && '```json'.startsWith(this.buffer)) return false;
    const match = markers.match(this.buffer, 0);
    if (match.type === 'more' && !this.isOver) return false;
    if (match.type === 'match' && ['open', 'separate', 'drop'].includes(match.value.type)) {
      mode.opening += this.takeFront(match.length);
      if (match.value.type === 'open') mode.format = match.value.format;
      return true;
    }
    const prefix = /^(?:function(?=<)|print\s*\(|default_api\.)/.exec(this.buffer);
    if (prefix) {
      const rest = this.buffer.slice(prefix[0].length);
      const separator = prefix[0] === 'function' ? this.reading.separator(rest, 0) : 1;
      if (separator < 0 && !this.isOver) return false;
      if (separator > 0) {
        mode.opening += this.takeFront(prefix[0].length);
        return true;
      }
    }
    const header = readHeader(this.buffer, this.reading);
    if (header === 'more' && !this.isOver) return false;
    if (header === 'more' || header === 'none') return this.giveBack(mode.opening);
    if (mode.isBare && header.type === 'call' && this.reading.find(header.name) === null)
      return this.giveBack(mode.opening);
    mode.opening += this.takeFront(header.length);
    if (header.type === 'list') mode.inList = true;
    else if (header.type === 'object') {
      this.beginObject(mode.opening, mode.format ?? 'json', mode.isBare, mode.inList);
    } else {
      const format =
        header.format === 'name-json' || header.format === 'arg-key' ? (mode.format ?? header.format) : header.format;
      this.mode = {
        type: 'arguments',
        opening: mode.opening,
        header: { ...header, format },
        isBare: mode.isBare,
        inList: mode.inList,
      };
    }
    return true;
  }

  private readArguments(mode: Extract<Mode, { type: 'arguments' }>): boolean {
    const start = readArgumentsStart(this.buffer, mode.header, this.reading, this.isOver);
    if (start === 'more') return false;
    if (start === 'none') {
      // The recipient of a message that is written in another dialect: the header says nothing more.
      if (mode.header.encoding.type === 'harmony' && this.buffer.startsWith('<')) {
        this.mode = { type: 'text' };
        this.restart();
        return true;
      }
      return this.giveBack(mode.opening);
    }
    const opening = mode.opening + this.takeFront(start.length);
    const { format } = mode.header;
    this.mode = {
      type: 'call',
      opening,
      reader: start.reader,
      format,
      isBare: mode.isBare,
      inList: mode.inList,
      read: [],
    };
    return true;
  }

  private readCall(mode: Extract<Mode, { type: 'call' }>): boolean {
    const { reader } = mode;
    const piece = this.takeFront(reader.push(this.buffer));
    mode.read.push(piece);
    if (stateOf(reader) === 'open' && this.isOver) this.endCall(mode);
    if (stateOf(reader) !== 'failed') this.tell(mode);
    switch (stateOf(reader)) {
      case 'open':
        return this.isOver ? this.retract(mode) : piece !== '' && this.buffer !== '';
      case 'complete':
        return this.finish(mode) || this.retract(mode);
      default:
        return this.retract(mode);
    }
  }

  /** The text ended inside the call. */
  private endCall(mode: Extract<Mode, { type: 'call' }>): void {
    const read = mode.read.join('');
    const length = this.cut ? -1 : mode.reader.end(read);
    if (length >= 0 && mode.reader.state === 'complete') this.buffer = read.slice(length) + this.buffer;
  }

  private tell(mode: Extract<Mode, { type: 'call' }>): void {
    const { name } = mode.reader;
    if (!this.teller.isTelling) {
      if (name === null || this.reading.find(name) === null) return;
      this.events.push(...this.teller.start(name, mode.format));
    }
    this.events.push(...this.teller.delta(mode.reader.takeDelta()));
  }

  private finish(mode: Extract<Mode, { type: 'call' }>): boolean {
    const events = this.teller.finish(mode.reader.calls(), mode.format);
    if (events === null) return false;
    this.events.push(...events);
    this.mode = { type: 'after', blank: '', isOpen: true, inList: mode.inList, isListOver: false, isBare: mode.isBare };
    return true;
  }

  private retract(mode: Extract<Mode, { type: 'call' }>): boolean {
    this.events.push(...this.teller.retract());
    return this.giveBack(mode.opening + mode.read.join(''));
  }

  /** What was read is text after all. */
  private giveBack(text: string): true {
    this.mode = { type: 'text' };
    this.say(text);
    this.isLineStart = text.endsWith('\n');
    return true;
  }

  private readAfter(mode: Extract<Mode, { type: 'after' }>): boolean {
    const blank = /^\s+/.exec(this.buffer)?.[0] ?? '';
    mode.blank += this.takeFront(blank.length);
    if (this.buffer === '') return false;
    const match = markers.match(this.buffer, 0);
    if (match.type === 'more' && !this.isOver) return false;
    if (match.type === 'match' && ['close', 'separate', 'drop'].includes(match.value.type)) {
      this.takeFront(match.length);
      if (match.value.type === 'close') mode.isOpen = false;
      mode.blank = '';
      return true;
    }
    if (match.type === 'match') return this.toText(mode);
    const junk = mode.isOpen ? /^(?:[,;]\s*(?=[{[<\p{L}])|[\]})]|```)/u.exec(this.buffer) : null;
    if (mode.isOpen && !this.isOver && /^(?:[,;]\s*|`{1,2})$/.test(this.buffer)) return false;
    if (junk) {
      this.takeFront(junk[0].length);
      if (junk[0] === '```') mode.isOpen = false;
      if (junk[0] === ']') mode.isListOver = true;
      mode.blank = '';
      return true;
    }
    if (!mode.isOpen || (mode.isBare && mode.isListOver)) return this.toText(mode);
    const header = readHeader(this.buffer, this.reading);
    if (header === 'more' && !this.isOver) return false;
    if (
      header === 'more' ||
      header === 'none' ||
      (header.type === 'call' && header.encoding.type === 'none' && header.tag === null)
    ) {
      return this.toText(mode);
    }
    if (header.type === 'call' && this.reading.find(header.name) === null && !mode.inList && header.tag === null)
      return this.toText(mode);
    const opening = mode.blank + this.takeFront(header.length);
    if (header.type === 'object') this.beginObject(opening, 'json', mode.isBare, mode.inList);
    else if (header.type === 'list')
      this.mode = { type: 'header', opening, format: null, isBare: mode.isBare, inList: true };
    else this.mode = { type: 'arguments', opening, header, isBare: mode.isBare, inList: mode.inList };
    return true;
  }

  private toText(mode: Extract<Mode, { type: 'after' }>): true {
    this.mode = { type: 'text' };
    const isKept = this.hasText && !/\s/.test(this.last) && !/^[<[\]]/.test(this.buffer);
    if (isKept) this.say(mode.blank);
    else this.last = '\n';
    this.isLineStart = true;
    return true;
  }

  private say(text: string): void {
    if (text === '') return;
    if (!this.hasText) {
      this.leading += text;
      this.last = text.charAt(text.length - 1);
      if (text.trim() === '') return;
      this.hasText = true;
      const whole = this.callCount > 0 ? this.leading.trimStart() : this.leading;
      this.leading = '';
      this.code.push(whole);
      this.said += whole;
      return;
    }
    this.code.push(text);
    this.said += text;
    this.last = text.charAt(text.length - 1);
  }

  private think(delta: string): void {
    this.flush();
    const last = this.events.at(-1);
    if (last?.type === 'reasoning-delta') last.delta += delta;
    else this.events.push({ type: 'reasoning-delta', delta });
  }

  private flush(): void {
    if (this.said === '') return;
    this.events.push({ type: 'text-delta', delta: this.said });
    this.said = '';
  }

  private takeFront(length: number): string {
    const front = this.buffer.slice(0, length);
    this.buffer = this.buffer.slice(length);
    return front;
  }
}

/** Characters at which running text has to be looked at. */
const STOP = /[\n<[\]`◁]/;
const REASONING_STOP = /[<[◁]/;

/** Fences that may hold a call. */
const FENCES: Record<string, 'json' | 'code' | 'lines'> = {
  '': 'json',
  json: 'json',
  tool_call: 'json',
  tool_calls: 'json',
  tool_code: 'code',
  tool: 'lines',
};

/** As it is now: reading changes it. */
function stateOf(reader: CallReader): CallReader['state'] {
  return reader.state;
}

function markerLength(text: string, at: number, type: MarkerAction['type']): number {
  const match = markers.match(text, at);
  if (match.type === 'more') return -1;
  return match.type === 'match' && match.value.type === type ? match.length : 0;
}
