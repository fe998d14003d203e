import type { ModelEvent, ToolDefinition, ToolMode } from '../../../contracts/index.ts';
import { DialectLexer } from '../../text-tool-calls/lexer.ts';
import type { LexerOptions } from '../../text-tool-calls/lexer-state.ts';
import type { CallIds } from '../../tool-input/call-ids.ts';
import { findTool } from '../../tool-input/tool-name.ts';
import { finishReason, isCutOff } from './finish-reason.ts';
import { InventedResult } from './invented-result.ts';

/**
 * Reads the content of a reply: tool calls and reasoning written as text become the events they mean, whatever the tool
 * mode, since servers leak calls into the content with native tools too (quirk: call-in-content). Synchronous; `push` takes
 * what `ResponseDecoder` gives, up to and with the event that ends the reply.
 */
export class ContentReader {
  private readonly tools: readonly ToolDefinition[];
  private readonly ids: CallIds;
  private readonly options: LexerOptions;
  private readonly lexer: DialectLexer;
  private nativeCalls = 0;
  private hasText = false;
  /** The end of the reasoning, for a call in it. */
  private reasoning: string[] = [];
  private reasoningLength = 0;
  private fromReasoning = 0;
  private readonly found = new Set<string>();
  /** With tags, where a model may go on to invent results. */
  private readonly invented: InventedResult | null;
  /** Calls found in text: names by id, and what they ask for. */
  private readonly names = new Map<string, string>();
  private readonly asks = new Map<string, string>();
  private readonly asked = new Set<string>();
  private repeats = false;
  /** The calls have ended, and the model has begun to invent results or to repeat itself: nothing more needs to be read. */
  isStopped = false;

  /** Without tools nothing is a call; reasoning is split off by default. `isQuoted`: see `LexerOptions`. */
  constructor(
    tools: readonly ToolDefinition[],
    toolMode: ToolMode,
    ids: CallIds,
    options: Pick<LexerOptions, 'splitsReasoning' | 'isQuoted'> = {},
  ) {
    this.tools = toolMode === 'none' ? [] : tools;
    this.ids = ids;
    this.options = { ...options, isLenient: toolMode === 'tags' };
    this.lexer = new DialectLexer(this.tools, ids, this.options);
    this.invented = toolMode === 'tags' && tools.length > 0 ? new InventedResult() : null;
  }

  /** Calls found in text, not those in `tool_calls`. */
  get callCount(): number {
    return this.lexer.callCount + this.fromReasoning;
  }

  /** The dialects of those calls. */
  get formats(): ReadonlySet<string> {
    return new Set([...this.lexer.formats, ...this.found]);
  }

  push(event: ModelEvent): ModelEvent[] {
    switch (event.type) {
      case 'text-delta':
        return this.isStopped ? [] : this.note(this.readText(event.delta));
      case 'reasoning-delta':
        return this.note([event]);
      case 'tool-input-start':
        this.nativeCalls++;
        this.lexer.noteNativeCall();
        return [event];
      case 'step-end': {
        const cut = isCutOff(event.finishReason);
        const events = this.note(this.endText({ cut }));
        if (!cut) events.push(...this.readReasoning());
        return [
          ...events,
          { ...event, finishReason: finishReason(event.finishReason, this.callCount + this.nativeCalls > 0) },
        ];
      }
      case 'failure':
      case 'retry':
      case 'interrupted':
        return [...this.note(this.endText({ cut: true })), event];
      default:
        return [event];
    }
  }

  private readText(delta: string): ModelEvent[] {
    if (this.invented === null) return this.lexer.push(delta);
    const { text, isFound, rest } = this.invented.push(delta);
    const events = text === '' ? [] : this.upToRepeatedCall(this.lexer.push(text));
    if (!isFound || this.isStopped) return events;
    this.isStopped = this.lexer.isInText && this.lexer.callCount > 0;
    return this.isStopped ? events : [...events, ...this.upToRepeatedCall(this.lexer.push(rest))];
  }

  private endText(how: { cut: boolean }): ModelEvent[] {
    if (this.repeats) return [];
    const held = this.isStopped ? '' : (this.invented?.end() ?? '');
    return [...(held === '' ? [] : this.lexer.push(held)), ...this.lexer.end(how)];
  }

  /** A call that is the same as one before is the last: small models then go on for as long as they may (quirk: repeated-calls). */
  private upToRepeatedCall(events: ModelEvent[]): ModelEvent[] {
    for (const [index, event] of events.entries()) {
      if (event.type === 'tool-input-start') this.names.set(event.toolCallId, event.toolName);
      // A call that is told anew, as repaired, is no repetition of itself.
      else if (event.type === 'tool-input-retract') this.asked.delete(this.asks.get(event.toolCallId) ?? '');
      if (event.type !== 'tool-input-available') continue;
      const asks = JSON.stringify([this.names.get(event.toolCallId), event.input]);
      this.repeats = this.asked.has(asks);
      this.asked.add(asks);
      this.asks.set(event.toolCallId, asks);
      if (!this.repeats) continue;
      this.isStopped = true;
      return events.slice(0, index + 1);
    }
    return events;
  }

  private note(events: ModelEvent[]): ModelEvent[] {
    for (const event of events) {
      if (event.type === 'text-delta') this.hasText ||= event.delta.trim() !== '';
      else if (event.type === 'text-to-reasoning') this.hasText = false;
      else if (event.type === 'reasoning-delta') this.keepReasoning(event.delta);
    }
    return events;
  }

  private keepReasoning(delta: string): void {
    this.reasoning.push(delta);
    this.reasoningLength += delta.length;
    if (this.reasoningLength < 2 * REASONING_KEPT) return;
    this.reasoning = [this.reasoning.join('').slice(-REASONING_KEPT)];
    this.reasoningLength = REASONING_KEPT;
  }

  /** A turn that ends with neither a call nor an answer may have put its call into the reasoning (quirk: call-in-reasoning). */
  private readReasoning(): ModelEvent[] {
    if (this.hasText || this.callCount + this.nativeCalls > 0 || this.tools.length === 0) return [];
    const lexer = new DialectLexer(this.tools, this.ids, { ...this.options, splitsReasoning: true });
    const events = lexer.push(this.reasoning.join(''));
    // Only what is whole counts: nothing that the end of the text had to complete.
    events.push(...lexer.end({ cut: true }));
    // A thought that names a tool nobody offered is a mention, and so is one that breaks off.
    const isNone = (event: ModelEvent) =>
      event.type === 'tool-input-retract' ||
      (event.type === 'tool-input-error' && event.code === 'truncated-input') ||
      (event.type === 'tool-input-start' && findTool(this.tools, event.toolName) === null);
    const none = new Set(events.flatMap((event) => ('toolCallId' in event && isNone(event) ? [event.toolCallId] : [])));
    const calls = events.filter((event) => 'toolCallId' in event && !none.has(event.toolCallId));
    this.fromReasoning = calls.filter((event) => event.type === 'tool-input-start').length;
    for (const format of lexer.formats) this.found.add(format);
    return calls;
  }
}

/** How much of the reasoning's end is searched, in characters. */
const REASONING_KEPT = 32_000;
