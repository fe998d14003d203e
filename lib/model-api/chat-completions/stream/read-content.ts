import type { ModelEvent, ModelMessage, ToolDefinition, ToolMode } from '../../../contracts/index.ts';
import { DialectLexer } from '../../text-tool-calls/lexer.ts';
import type { LexerOptions } from '../../text-tool-calls/lexer-state.ts';
import { StrayTokens } from '../../text-tool-calls/stray-tokens.ts';
import { type CallIds, findTool } from '../../tool-input/call-identity.ts';
import { finishReason, isCutOff } from './finish-words.ts';
import { RepeatedReasoning } from './repeated-reasoning.ts';

/**
 * Reads the content of a response: tool calls and reasoning written as text become events, in every tool mode, since
 * servers also put native calls into the content (quirk: call-in-content). Synchronous; `push` takes the events of
 * `ResponseDecoder`, including the last.
 */
export class ContentReader {
  readonly #tools: readonly ToolDefinition[];
  readonly #ids: CallIds;
  readonly #options: LexerOptions;
  readonly #lexer: DialectLexer;
  #strays = new StrayTokens();
  /** Null until reasoning arrives. */
  #repeated: RepeatedReasoning | null = null;
  #nativeCalls = 0;
  #hasText = false;
  /** Whether the server sent any content, even if it only contained reasoning. */
  #hasContent = false;
  /** The end of the reasoning, in which a call is searched for. */
  #reasoning: string[] = [];
  #reasoningLength = 0;
  #fromReasoning = 0;
  readonly #found = new Set<string>();
  /** Only set in tag mode, in which a model may invent results. */
  readonly #invented: InventedResult | null;
  /** Calls found in text, by id: their names, and name and arguments as one key. */
  readonly #names = new Map<string, string>();
  readonly #callKeys = new Map<string, string>();
  readonly #timesCalled = new Map<string, number>();
  /** Reading stops when the same call occurs this many times. */
  readonly #maxOccurrences: number;
  #repeats = false;
  /**
   * Whether the calls have ended and the model has begun to invent results or repeat itself, so that nothing more needs
   * to be read.
   */
  isStopped = false;

  /** Without tools nothing is a call. Reasoning is split off by default. `isQuoted`: see `LexerOptions`. */
  constructor(
    tools: readonly ToolDefinition[],
    toolMode: ToolMode,
    ids: CallIds,
    options: Pick<LexerOptions, 'splitsReasoning' | 'isQuoted'> = {},
  ) {
    this.#tools = toolMode === 'none' ? [] : tools;
    this.#ids = ids;
    this.#options = { ...options, isLenient: toolMode === 'tags' };
    this.#lexer = new DialectLexer(this.#tools, ids, this.#options);
    this.#invented = toolMode === 'tags' && tools.length > 0 ? new InventedResult() : null;
    // With native calls, one more occurrence may be the server's copy of the call it parsed.
    this.#maxOccurrences = toolMode === 'tags' ? 2 : 3;
  }

  /** Number of calls found in text, excluding native ones. */
  get callCount(): number {
    return this.#lexer.callCount + this.#fromReasoning;
  }

  /** The dialects of those calls. */
  get formats(): ReadonlySet<string> {
    return new Set([...this.#lexer.formats, ...this.#found]);
  }

  push(event: ModelEvent): ModelEvent[] {
    switch (event.type) {
      case 'text-delta':
        this.#hasContent ||= event.delta.trim() !== '';
        return this.isStopped ? [] : this.#note(this.#readText(event.delta));
      case 'reasoning-delta':
        return this.#note(this.#withoutRepetition([event], 'field'));
      case 'tool-input-start':
        this.#nativeCalls++;
        this.#lexer.noteNativeCall();
        return this.#note([event]);
      case 'step-end': {
        const isTruncated = isCutOff(event.finishReason) || event.finishReason === 'other';
        const events = this.#note(this.#endText({ isTruncated }), true);
        if (!isTruncated) events.push(...this.#readReasoning());
        return [
          ...events,
          { ...event, finishReason: finishReason(event.finishReason, this.callCount + this.#nativeCalls > 0) },
        ];
      }
      case 'failure':
      case 'retry':
      case 'interrupted':
        return [...this.#note(this.#endText({ isTruncated: true }), true), event];
      default:
        return [event];
    }
  }

  #readText(delta: string): ModelEvent[] {
    if (this.#invented === null) return this.#upToRepeatedCall(this.#lexer.push(delta));
    const { text, isFound, rest } = this.#invented.push(delta);
    const events = text === '' ? [] : this.#upToRepeatedCall(this.#lexer.push(text));
    if (!isFound || this.isStopped) return events;
    this.isStopped = this.#lexer.isInText && this.#lexer.callCount > 0;
    return this.isStopped ? events : [...events, ...this.#upToRepeatedCall(this.#lexer.push(rest))];
  }

  #endText(how: { isTruncated: boolean }): ModelEvent[] {
    if (this.#repeats) return [];
    const heldText = this.isStopped ? '' : (this.#invented?.end() ?? '');
    const events = [...(heldText === '' ? [] : this.#lexer.push(heldText)), ...this.#lexer.end(how)];
    return this.#withoutRepetition(events, 'content');
  }

  #withoutRepetition(events: ModelEvent[], source: 'field' | 'content'): ModelEvent[] {
    if (!events.some(({ type }) => type === 'reasoning-delta')) return events;
    return events.flatMap((event): ModelEvent[] => {
      if (event.type !== 'reasoning-delta') return [event];
      this.#repeated ??= new RepeatedReasoning();
      const delta = this.#repeated.add(source, event.delta);
      return delta === '' ? [] : [{ ...event, delta }];
    });
  }

  /**
   * Stops at a call that repeats earlier ones, since small models then continue without end (quirk: repeated-calls).
   */
  #upToRepeatedCall(read: ModelEvent[]): ModelEvent[] {
    const events = this.#withoutRepetition(read, 'content');
    for (const [index, event] of events.entries()) {
      if (event.type === 'tool-input-start') this.#names.set(event.toolCallId, event.toolName);
      // A call that is emitted again after a repair is not a repetition.
      else if (event.type === 'tool-input-retract') this.#count(this.#callKeys.get(event.toolCallId) ?? '', -1);
      if (event.type !== 'tool-input-available') continue;
      const key = JSON.stringify([this.#names.get(event.toolCallId), event.input]);
      this.#repeats = this.#count(key, 1) >= this.#maxOccurrences;
      this.#callKeys.set(event.toolCallId, key);
      if (!this.#repeats) continue;
      this.isStopped = true;
      return events.slice(0, index + 1);
    }
    return events;
  }

  #count(key: string, by: 1 | -1): number {
    const times = (this.#timesCalled.get(key) ?? 0) + by;
    this.#timesCalled.set(key, times);
    return times;
  }

  /** Removes stray tokens and records the remaining events. `isEnd`: no text follows. */
  #note(read: ModelEvent[], isEnd = false): ModelEvent[] {
    const events = read.flatMap((event) => this.#withoutStrays(event));
    if (isEnd) events.push(...textEvents(this.#strays.end()));
    for (const event of events) {
      if (event.type === 'text-delta') this.#hasText ||= event.delta.trim() !== '';
      else if (event.type === 'text-to-reasoning') this.#hasText = false;
      else if (event.type === 'reasoning-delta') this.#keepReasoning(event.delta);
    }
    return events;
  }

  /** Any other event ends the text before it. */
  #withoutStrays(event: ModelEvent): ModelEvent[] {
    if (event.type === 'text-delta') return textEvents(this.#strays.push(event.delta));
    const rest = textEvents(this.#strays.end());
    if (event.type === 'text-to-reasoning') this.#strays = new StrayTokens();
    return [...rest, event];
  }

  #keepReasoning(delta: string): void {
    this.#reasoning.push(delta);
    this.#reasoningLength += delta.length;
    if (this.#reasoningLength < 2 * REASONING_KEPT) return;
    this.#reasoning = [this.#reasoning.join('').slice(-REASONING_KEPT)];
    this.#reasoningLength = REASONING_KEPT;
  }

  /**
   * Returns the reasoning as the answer if the server sent nothing else: if a model does not think, some servers put
   * its answer there (quirk: answer-in-reasoning).
   */
  #answerInReasoning(): ModelEvent[] {
    const text = this.#reasoning.join('').trim();
    const isShown = !this.#hasContent && this.#reasoningLength < REASONING_KEPT && !LIKE_A_CALL.test(text);
    return isShown ? textEvents(text) : [];
  }

  /** Searches the reasoning for a call if the turn contains neither a call nor an answer (quirk: call-in-reasoning). */
  #readReasoning(): ModelEvent[] {
    if (this.#hasText || this.callCount + this.#nativeCalls > 0 || this.#tools.length === 0) return [];
    const lexer = new DialectLexer(this.#tools, this.#ids, { ...this.#options, splitsReasoning: true });
    const events = lexer.push(this.#reasoning.join(''));
    // Only complete calls count; nothing is completed at the end of the text.
    events.push(...lexer.end({ isTruncated: true }));
    // Calls to unknown tools and truncated calls in reasoning are only mentions.
    const isNone = (event: ModelEvent) =>
      event.type === 'tool-input-retract' ||
      (event.type === 'tool-input-error' && event.code === 'truncated-input') ||
      (event.type === 'tool-input-start' && findTool(this.#tools, event.toolName) === null);
    const none = new Set(events.flatMap((event) => ('toolCallId' in event && isNone(event) ? [event.toolCallId] : [])));
    const calls = events.filter((event) => 'toolCallId' in event && !none.has(event.toolCallId));
    this.#fromReasoning = calls.filter((event) => event.type === 'tool-input-start').length;
    for (const format of lexer.formats) this.#found.add(format);
    const isAnswer = events.every((event) => !('toolCallId' in event));
    return isAnswer ? this.#answerInReasoning() : calls;
  }
}

function textEvents(delta: string): ModelEvent[] {
  return delta === '' ? [] : [{ type: 'text-delta', delta }];
}

const LIKE_A_CALL = /[<[|｜:]\/?(?:tool|func|invoke|call)/i;

/** How much of the reasoning's end is searched, in characters. */
const REASONING_KEPT = 32_000;

/**
 * Finds where a model begins to write the results of its own calls (quirk: invented-result), in text that arrives in
 * pieces. A result begins with one of these tags at the start of a line or directly after another tag. Holds back only
 * a possible start of a tag.
 */
export class InventedResult {
  #held = '';
  /** The last character before the held-back text that is not a space or tab. */
  #before = '\n';

  /** `text`: can be emitted. `isFound`: a result begins directly after it. `rest`: the text of that result so far. */
  push(delta: string): { text: string; isFound: boolean; rest: string } {
    const all = this.#held + delta;
    this.#held = '';
    for (let at = all.indexOf('<'); at >= 0; at = all.indexOf('<', at + 1)) {
      if (!this.#mayBegin(all, at)) continue;
      const tag = all.slice(at, at + MAX_TAG_LENGTH);
      const isFound = TAG.test(tag);
      if (!isFound && !NAMES.some((name) => name.startsWith(tag.toLowerCase()))) continue;
      const text = this.#pass(all.slice(0, at));
      const rest = all.slice(at);
      if (isFound) return { text, isFound, rest };
      this.#held = rest;
      return { text, isFound, rest: '' };
    }
    return { text: this.#pass(all), isFound: false, rest: '' };
  }

  /** Returns the text still held back at the end. */
  end(): string {
    const held = this.#held;
    this.#held = '';
    return held;
  }

  #mayBegin(text: string, at: number): boolean {
    const blank = /[ \t]*$/.exec(text.slice(Math.max(0, at - MAX_INDENT), at))?.[0].length ?? 0;
    const before = at > blank ? text.charAt(at - blank - 1) : this.#before;
    return before === '\n' || before === '\r' || before === '>';
  }

  #pass(text: string): string {
    let end = text.length - 1;
    while (text[end] === ' ' || text[end] === '\t') end--;
    this.#before = text[end] ?? this.#before;
    return text;
  }
}

const MAX_INDENT = 20;
/** Length of the longest name and the character after it. */
const MAX_TAG_LENGTH = 20;

const NAMES = [
  '<tool_result',
  '<tool_results',
  '<tool_response',
  '<tool_output',
  '<function_result',
  '<function_results',
];
const TAG = /^<(?:tool_(?:results?|response|output)|function_results?)(?=[^\w-])/i;

/**
 * Returns a function that checks whether a text occurs in what the model has read: tool results and attachments of
 * questions. A call that occurs there is a quotation. White space, escapes and neutralized markers
 * (`neutralizeMarkers`) are ignored. The texts are collected once, on first use.
 */
export function quotationFinder(messages: readonly ModelMessage[]): (text: string) => boolean {
  let foldedText: string | null = null;
  return (text) => {
    foldedText ??= messages.flatMap(readTexts).map(fold).join('\n');
    const folded = fold(text);
    return folded !== '' && foldedText.includes(folded);
  };
}

function readTexts(message: ModelMessage): string[] {
  switch (message.role) {
    case 'tool':
      // An error repeats the model's own text.
      return message.isError ? [] : [message.content];
    case 'user':
      return message.attached?.data.map(({ text }) => text) ?? [];
    case 'assistant':
      return [];
    default:
      return message satisfies never;
  }
}

function fold(text: string): string {
  return text
    .replace(/&(lt|gt|quot|amp|#39);/g, (whole, name) => ENTITIES[name] ?? whole)
    .replace(/[\s\\]+/g, '')
    .replaceAll('‹', '<')
    .replaceAll('［', '[');
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };
