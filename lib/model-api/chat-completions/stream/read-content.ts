import type { ModelEvent, ToolDefinition, ToolMode } from '../../../contracts/index.ts';
import { DialectLexer } from '../../text-tool-calls/lexer.ts';
import type { LexerOptions } from '../../text-tool-calls/lexer-state.ts';
import type { CallIds } from '../../tool-input/call-ids.ts';
import { findTool } from '../../tool-input/tool-name.ts';
import { finishReason, isCutOff } from './finish-reason.ts';
import { InventedResult } from './invented-result.ts';

/**
 * Reads the content of a response: tool calls and reasoning written as text become events, in every tool mode, since servers also
 * put native calls into the content (quirk: call-in-content). Synchronous; `push` takes the events of `ResponseDecoder`,
 * including the last.
 */
export class ContentReader {
  private readonly tools: readonly ToolDefinition[];
  private readonly ids: CallIds;
  private readonly options: LexerOptions;
  private readonly lexer: DialectLexer;
  private nativeCalls = 0;
  private hasText = false;
  /** The end of the reasoning, which is searched for a call. */
  private reasoning: string[] = [];
  private reasoningLength = 0;
  private fromReasoning = 0;
  private readonly found = new Set<string>();
  /** Only in tag mode, in which a model may invent results. */
  private readonly invented: InventedResult | null;
  /** Calls found in text: names by id, and their arguments. */
  private readonly names = new Map<string, string>();
  private readonly asks = new Map<string, string>();
  private readonly asked = new Set<string>();
  private repeats = false;
  /**
   * Whether the calls have ended and the model has begun to invent results or repeat itself, so that nothing more needs to be
   * read.
   */
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

  /** Number of calls found in text, excluding native ones. */
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

  /** Stops at a call that repeats an earlier one, since small models then continue without end (quirk: repeated-calls). */
  private upToRepeatedCall(events: ModelEvent[]): ModelEvent[] {
    for (const [index, event] of events.entries()) {
      if (event.type === 'tool-input-start') this.names.set(event.toolCallId, event.toolName);
      // A call that is emitted again as repaired does not repeat itself.
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

  /** Searches the reasoning for a call if the turn has neither a call nor an answer (quirk: call-in-reasoning). */
  private readReasoning(): ModelEvent[] {
    if (this.hasText || this.callCount + this.nativeCalls > 0 || this.tools.length === 0) return [];
    const lexer = new DialectLexer(this.tools, this.ids, { ...this.options, splitsReasoning: true });
    const events = lexer.push(this.reasoning.join(''));
    // Only complete calls count, without completion at the end of the text.
    events.push(...lexer.end({ cut: true }));
    // Calls to unknown tools and truncated calls in reasoning are mentions.
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
