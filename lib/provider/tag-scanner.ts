import type { ModelEvent } from '../protocol/model-client.ts';
import type { ToolDefinition } from '../protocol/tool.ts';
import type { CallIds } from './call-ids.ts';
import { CodeFences } from './code-fences.ts';
import { JsonObjectScanner } from './json-object-scanner.ts';
import { parseToolInput, unknownTool } from './parse-tool-input.ts';
import { findTool } from './tool-name.ts';

/** A call whose opening tag has been read. */
type OpenCall = {
  name: string;
  tool: ToolDefinition | null;
  /** The opening tag as it was written, to give back as text if this turns out to be no call. */
  tag: string;
  argumentsText: string;
  scanner: JsonObjectScanner;
  /** null until the call has been told. */
  toolCallId: string | null;
};

/**
 * Finds tool calls written as `<tool name="x">{json}</tool>` in text that arrives in pieces of any size. A call ends where
 * its JSON object balances outside strings, so that `</tool>` inside an argument does no harm; the closing tag comes
 * second. What is mentioned in prose or code, malformed or never finished is text: nothing is swallowed.
 * Rules: tool-call-formats.md, row 41 and "Consequences".
 */
export class TagScanner {
  private readonly tools: readonly ToolDefinition[];
  private readonly ids: CallIds;
  private readonly fences = new CodeFences();
  private buffer = '';
  private call: OpenCall | null = null;
  /** After a call white space is not content: `closable` while its closing tag may still come, then `closed`. */
  private afterCall: 'closable' | 'closed' | null = null;
  private previous = '\n';
  private calls = 0;

  constructor(tools: readonly ToolDefinition[], ids: CallIds) {
    this.tools = tools;
    this.ids = ids;
  }

  get callCount(): number {
    return this.calls;
  }

  push(text: string): ModelEvent[] {
    this.buffer += text;
    return this.scan(false);
  }

  /** The text has ended; `cut`: not by the model's will, so that unfinished arguments cannot be trusted. */
  end({ cut }: { cut: boolean }): ModelEvent[] {
    const events = this.scan(true);
    while (this.call) events.push(...this.giveUp(this.call, cut), ...this.scan(true));
    return events;
  }

  private scan(atEnd: boolean): ModelEvent[] {
    const events: ModelEvent[] = [];
    for (;;) {
      const { buffer, call, afterCall } = this;
      if (buffer === '') return events;
      if (call) events.push(...this.readArguments(call));
      else if (afterCall) this.skipAfterCall(atEnd);
      else events.push(...this.readText(atEnd));
      if (this.buffer === buffer && this.call === call && this.afterCall === afterCall) return events;
    }
  }

  private readText(atEnd: boolean): ModelEvent[] {
    const at = this.buffer.indexOf('<');
    if (at !== 0) return this.tell(this.takeFront(at < 0 ? this.buffer.length : at));
    if (!this.mayBegin()) return this.tell(this.takeFront(1));
    const tag = OPENING_TAG.exec(this.buffer.slice(0, LONGEST_TAG));
    if (tag) {
      const call = this.openingTag(this.takeFront(tag[0].length), tag[2] ?? tag[3] ?? '');
      return tag[4] === '/' ? this.finish(call) : [];
    }
    if (!atEnd && mayBecomeOpening(this.buffer)) return [];
    return this.tell(this.takeFront(1));
  }

  /** Only on its own: not inside a word, a code span or a fenced block. */
  private mayBegin(): boolean {
    return /[\s>]/.test(this.previous) && !this.fences.isInside;
  }

  private openingTag(tag: string, name: string): OpenCall {
    const tool = findTool(this.tools, name);
    this.call = { name, tool, tag, argumentsText: '', scanner: new JsonObjectScanner(), toolCallId: null };
    return this.call;
  }

  private readArguments(call: OpenCall): ModelEvent[] {
    const { scanner } = call;
    if (scanner.isComplete) return this.readToCloser(call);
    // Outside a string JSON has no `<`: there a closing tag ends even arguments that do not balance.
    if (!scanner.inString && this.buffer.startsWith('<')) {
      if (CLOSING_TAG.test(this.buffer)) return scanner.state === 'before' ? this.retract(call) : this.finish(call);
      return mayBecomeCloser(this.buffer) ? [] : this.retract(call);
    }
    let piece = '';
    do {
      piece += this.takeFront(scanner.push(this.buffer.slice(0, nextStop(this.buffer, scanner.inString))));
    } while (this.buffer !== '' && !scanner.isOver && (scanner.inString || !this.buffer.startsWith('<')));
    call.argumentsText += piece;
    if (scanner.state === 'not-object') return this.retract(call);
    const events = scanner.state === 'before' ? [] : this.told(call, piece);
    if (scanner.isComplete && isStrictJson(call.argumentsText)) events.push(...this.finish(call));
    return events;
  }

  /** The arguments balance but are no JSON, so their balance proves nothing: only the closing tag ends them. */
  private readToCloser(call: OpenCall): ModelEvent[] {
    const closer = this.buffer.indexOf('</tool');
    if (closer < 0) return [];
    const piece = this.takeFront(closer);
    call.argumentsText += piece;
    return [...this.told(call, piece), ...this.finish(call)];
  }

  /** Tells what has arrived of a call. A call to no tool of ours is told only when it is whole: it may be a mention. */
  private told(call: OpenCall, delta: string): ModelEvent[] {
    if (call.tool === null || delta === '') return [];
    if (call.toolCallId === null) return this.tellStart(call, call.tool.name);
    return [{ type: 'tool-input-delta', toolCallId: call.toolCallId, delta }];
  }

  private tellStart(call: OpenCall, toolName: string): ModelEvent[] {
    const toolCallId = this.ids.next(null);
    call.toolCallId = toolCallId;
    this.calls++;
    const start: ModelEvent = { type: 'tool-input-start', toolCallId, toolName };
    const delta = call.argumentsText.trimStart();
    return delta === '' ? [start] : [start, { type: 'tool-input-delta', toolCallId, delta }];
  }

  /** Nothing more belongs to the arguments. A whole call to a tool that does not exist is an error the model can mend. */
  private finish(call: OpenCall): ModelEvent[] {
    if (call.tool === null && !isStrictJson(call.argumentsText)) return this.retract(call);
    this.call = null;
    this.afterCall = 'closable';
    this.previous = '\n';
    const events = call.toolCallId === null ? this.tellStart(call, call.tool?.name ?? call.name) : [];
    const toolCallId = call.toolCallId ?? '';
    const parsed = call.tool
      ? parseToolInput(call.tool, call.argumentsText, { mayRepair: true })
      : { ok: false as const, errorText: unknownTool(call.name, this.tools) };
    if (!parsed.ok) return [...events, { type: 'tool-input-error', toolCallId, errorText: parsed.errorText }];
    const { input, repaired } = parsed;
    return [...events, { type: 'tool-input-available', toolCallId, input, repaired }];
  }

  /** No call after all: what was read is text. */
  private retract(call: OpenCall): ModelEvent[] {
    this.call = null;
    const text = this.tell(call.tag + call.argumentsText);
    if (call.toolCallId === null) return text;
    this.calls--;
    return [{ type: 'tool-input-retract', toolCallId: call.toolCallId }, ...text];
  }

  /** The text ended inside a call: the last closing tag decides, and where there is none it was no call. */
  private giveUp(call: OpenCall, cut: boolean): ModelEvent[] {
    const text = call.argumentsText + this.buffer;
    const closer = text.lastIndexOf('</tool');
    const end = closer < 0 && call.scanner.isComplete ? call.argumentsText.length : closer;
    if (end < 0 || cut) return this.retract(call);
    call.argumentsText = text.slice(0, end);
    this.buffer = text.slice(end);
    return this.finish(call);
  }

  private skipAfterCall(atEnd: boolean): void {
    const rest = this.buffer.trimStart();
    const closer = this.afterCall === 'closable' ? CLOSING_TAG.exec(rest) : null;
    if (closer) {
      this.buffer = rest.slice(closer[0].length);
      this.afterCall = 'closed';
    } else if (this.afterCall === 'closable' && !atEnd && mayBecomeCloser(rest)) {
      this.buffer = rest;
    } else {
      this.buffer = rest;
      if (rest !== '') this.afterCall = null;
    }
  }

  private tell(text: string): ModelEvent[] {
    if (text === '') return [];
    this.fences.push(text);
    this.previous = text.at(-1) ?? this.previous;
    return [{ type: 'text-delta', delta: text }];
  }

  private takeFront(length: number): string {
    const front = this.buffer.slice(0, length);
    this.buffer = this.buffer.slice(length);
    return front;
  }
}

function isStrictJson(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Up to where arguments can be scanned before a `<` outside a string has to be looked at. */
function nextStop(text: string, inString: boolean): number {
  const quote = text.indexOf('"');
  const afterQuote = quote < 0 ? text.length : quote + 1;
  const tag = inString ? -1 : text.indexOf('<');
  return tag < 0 ? afterQuote : Math.min(tag, afterQuote);
}

const LONGEST_TAG = 120;
const OPENING_TAG = /^<tool(?:\s+name\s*=\s*(["'])([^"'<>]{1,64})\1|:\s*([\w-]{1,64}))\s*(\/?)>/;
const OPENING_TAG_START = /^<tool[\s:][^<>]*$/;
const CLOSING_TAG = /^<\/tool(_call)?>/;

function mayBecomeOpening(text: string): boolean {
  return text.length < LONGEST_TAG && ('<tool'.startsWith(text) || OPENING_TAG_START.test(text));
}

function mayBecomeCloser(text: string): boolean {
  return '</tool>'.startsWith(text) || '</tool_call>'.startsWith(text);
}
