import {
  escalateRetry,
  type ModelEvent,
  type ModelRequest,
  type RetryEvent,
  retryWaitMs,
  type SentRequest,
  type ToolDefinition,
  wasApplied,
} from '../../../contracts/index.ts';
import { estimateTokens, MIN_SHARE_OF_ESTIMATE } from '../../../text/index.ts';
import type { Target } from '../../errors/model-error.ts';
import { KeyFilter, redactAll, redactor } from '../../errors/redact.ts';
import { DialectLexer } from '../../text-tool-calls/lexer.ts';
import { CallIds } from '../../tool-input/call-identity.ts';
import type { RequestCapability } from '../request/request-body.ts';
import type { ChunkReader } from '../stream/chunk-reader.ts';
import { ContentReader, quotationFinder } from '../stream/read-content.ts';
import { ResponseDecoder } from './response-decoder.ts';

/**
 * The request that a response belongs to. `chunks` and `sentText`: see `WireRequest`; `readerForValue`: see
 * `ResponseDecoderOptions`. `apiKey`: the key that was sent with it, which is removed from the response. `random`: 0 to
 * 1.
 */
type ResponseReaderOptions = {
  target: Target;
  apiKey: string | null;
  request: ModelRequest;
  chunks: ChunkReader;
  readerForValue: (value: unknown) => ChunkReader | null;
  sentText: (() => string) | null;
  known: RequestCapability;
  random: () => number;
};

/**
 * Reads one response, synchronously: takes its body as decoded text in pieces of any size and returns the events of a
 * `ModelClient`. Adjacent deltas of one piece are joined, so that a read with many chunks costs the consumer one event.
 */
export class ResponseReader {
  readonly #options: ResponseReaderOptions;
  readonly #ids: CallIds;
  readonly #decoder: ResponseDecoder;
  readonly #content: ContentReader;
  readonly #isQuoted: (text: string) => boolean;
  readonly #keyFilter: KeyFilter;
  readonly #redact: (text: string) => string;
  /** Whether anything of the response was shown to the user. */
  #isShown = false;
  /**
   * Whether the last piece had content, including text held back as the possible start of a call, or showed that more
   * will follow.
   */
  hasNewContent = false;

  constructor(options: ResponseReaderOptions) {
    const { target, request, apiKey, chunks, readerForValue } = options;
    this.#options = options;
    this.#keyFilter = new KeyFilter(apiKey);
    this.#redact = redactor(apiKey);
    this.#ids = CallIds.for(request);
    const salvage = (text: string) => this.salvage(text);
    // Calls of tools that are not offered are also read if the run can handle them.
    const { tools, recognized = [], toolMode } = request;
    const knownTools = recognized.length > 0 ? recognized : tools;
    // Servers send native calls although the tools were described in the prompt (quirk: native-calls-in-tag-mode).
    this.#decoder = new ResponseDecoder(target, toolMode === 'none' ? [] : knownTools, this.#ids, {
      salvage,
      chunks,
      readerForValue,
    });
    this.#isQuoted = quotationFinder(request.messages);
    const isUnoffered = tools.length === 0 && knownTools.length > 0;
    this.#content = new ContentReader(knownTools, isUnoffered ? 'tags' : toolMode, this.#ids, {
      isQuoted: this.#isQuoted,
    });
  }

  /** Whether nothing more needs to be read. */
  get isOver(): boolean {
    return this.#decoder.isOver || this.#content.isStopped;
  }

  /** Whether the server has sent anything visible to the user. */
  get hasContent(): boolean {
    return this.#decoder.hasContent;
  }

  push(text: string): ModelEvent[] {
    const events = this.#decoder.push(this.#keyFilter.push(text));
    this.hasNewContent = events.length > 0 || this.#decoder.hasProgress;
    return this.process(events);
  }

  /** Ends the body. */
  end(): ModelEvent[] {
    const last = this.#decoder.push(this.#keyFilter.end());
    return this.process([...last, ...this.#endOfBody()]).map(atEnd);
  }

  /** Ends the body after the connection broke. */
  breakOff(): ModelEvent[] {
    const last = this.#decoder.push(this.#keyFilter.end());
    return this.process([...last, ...this.#decoder.end({ isTruncated: true })]).map(atEnd);
  }

  /** If reading was stopped early, the response has no end event. */
  #endOfBody(): ModelEvent[] {
    const isCutShort = this.#content.isStopped && !this.#decoder.isEnded;
    return isCutShort ? [{ type: 'step-end', finishReason: 'tool-calls' }] : this.#decoder.end().map(retryIfEmpty);
  }

  /** Processes events, including those that did not come from the body: a refusal or a missing response. */
  process(events: ModelEvent[]): ModelEvent[] {
    const reported: ModelEvent[] = [];
    for (const joinedEvent of joinDeltas(events)) {
      for (const event of this.#content.push(joinedEvent)) this.#add(event, reported);
    }
    return reported;
  }

  /** The calls in a text that the server itself failed to parse. Empty if there are none. */
  salvage(text: string): ModelEvent[] {
    return recoverCalls(text, this.#options.request.tools, this.#ids, this.#isQuoted);
  }

  /** Whether tools were offered natively. */
  get #isNative(): boolean {
    const { toolMode, tools } = this.#options.request;
    return toolMode === 'native' && tools.length > 0;
  }

  #add(event: ModelEvent, reported: ModelEvent[]): void {
    this.#isShown ||= hasVisibleOutput(event);
    if (event.type === 'step-end') reported.push(...this.#cutSilently(event), ...this.#textCalls(), event);
    else reported.push(this.#clean(event.type === 'retry' ? this.#settle(event) : event));
  }

  /** Removes the API key from error texts. A server may include parts of it. */
  #clean(event: ModelEvent): ModelEvent {
    const hasServerText = event.type === 'failure' || event.type === 'retry' || event.type === 'observation';
    return hasServerText ? redactAll(event, this.#redact) : event;
  }

  #settle(retry: Extract<ModelEvent, { type: 'retry' }>): ModelEvent {
    const { known, request, random } = this.#options;
    const { toolMode, attempt } = request;
    return settleRetry(retry, { known, toolMode, attempt, random: random() }, this.#isShown);
  }

  /**
   * Reports silent truncation by local servers, whose context window is a setting. Hosted servers refuse a request that
   * is too long.
   */
  #cutSilently({ usage }: Extract<ModelEvent, { type: 'step-end' }>): ModelEvent[] {
    const { target, sentText } = this.#options;
    if (sentText === null || target.hostKind === 'public' || usage?.inputTokens === undefined) return [];
    const tokens = cutWindow(sentText(), usage.inputTokens);
    if (tokens === null) return [];
    return [
      { type: 'observation', observation: { type: 'context-window', tokens } },
      { type: 'step-notice', notice: { code: 'shortened', what: 'by-server', tokens } },
    ];
  }

  /**
   * Reports calls that a server returned as text although tools were offered natively, as evidence that it does not
   * support them.
   */
  #textCalls(): ModelEvent[] {
    const { callCount, formats } = this.#content;
    if (!this.#isNative || callCount === 0) return [];
    return [{ type: 'observation', observation: { type: 'text-call', format: [...formats].join(', ') } }];
  }
}

/**
 * Marks calls that were only certain at the end of the response, so that metrics show which calls could not start
 * early.
 */
function atEnd(event: ModelEvent): ModelEvent {
  return event.type === 'tool-input-start' ? { ...event, atEnd: true } : event;
}

/** A connection that closed before any text may work on the next attempt. */
function retryIfEmpty(event: ModelEvent): ModelEvent {
  return event.type === 'failure' && event.failure.code === 'network' ? toRetryEvent(event.failure) : event;
}

/** Repeats the same request after a failure that may be transient. */
export function toRetryEvent(failure: Extract<ModelEvent, { type: 'failure' }>['failure']): ModelEvent {
  return { type: 'retry', reason: 'retry', observation: null, afterMs: 0, failure };
}

/**
 * The calls in a text that the server failed to parse (quirks: error-event, unreadable-output), as events without an
 * end; empty if there are none, or one was cut off.
 */
export function recoverCalls(
  text: string,
  tools: readonly ToolDefinition[],
  ids: CallIds,
  isQuoted?: (text: string) => boolean,
): ModelEvent[] {
  const lexer = new DialectLexer(tools, ids, { isLenient: false, ...(isQuoted ? { isQuoted } : {}) });
  const events = [...lexer.push(text), ...lexer.end({ isTruncated: false })];
  // A truncated call is not a call that the server failed to parse, so the model is asked again.
  const isCutOff = events.some((event) => event.type === 'tool-input-error' && event.code === 'truncated-input');
  return lexer.callCount > 0 && !isCutOff ? events : [];
}

/**
 * The window to which a server has silently truncated a conversation, in tokens, or null. Takes the text that was sent
 * and the number of tokens that the server read. Ollama truncates like this: its default `num_ctx` is 4096 for any
 * model. Two signs are required: the server read fewer tokens than any tokenizer counts, and about as many as a common
 * window size (a power of two).
 */
export function cutWindow(requestText: string, inputTokens: number): number | null {
  if (inputTokens >= estimateTokens(withoutRuns(requestText)) * MIN_SHARE_OF_ESTIMATE) return null;
  return WINDOWS.find((window) => inputTokens <= window && inputTokens >= 0.9 * window) ?? null;
}

const WINDOWS = [2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072];

/** Tokenizers turn a run of blanks, dashes and the like into one token. */
function withoutRuns(text: string): string {
  return text.replace(/([^\p{L}\p{N}])\1{2,}/gu, '$1$1');
}

/** Joins adjacent deltas of one kind, which may be split anywhere; other events keep their place. */
function joinDeltas(events: ModelEvent[]): ModelEvent[] {
  if (events.length < 2) return events;
  const joinedEvents: ModelEvent[] = [];
  for (const event of events) {
    const last = joinedEvents.at(-1);
    const both = last === undefined ? null : join(last, event);
    if (both === null) joinedEvents.push(event);
    else joinedEvents[joinedEvents.length - 1] = both;
  }
  return joinedEvents;
}

function join(a: ModelEvent, b: ModelEvent): ModelEvent | null {
  switch (b.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return a.type === b.type ? { type: b.type, delta: a.delta + b.delta } : null;
    case 'tool-input-delta':
      return a.type === b.type && a.toolCallId === b.toolCallId ? { ...b, delta: a.delta + b.delta } : null;
    default:
      return null;
  }
}

/**
 * Passes on a retry only if it can help: nothing was shown yet, and the next request would differ from this one as the
 * policy requires. Otherwise it becomes the failure that it contains.
 */
export function settleRetry(retry: RetryEvent, request: SentRequest, hasContent: boolean): ModelEvent {
  const next = escalateRetry(retry, request);
  if (hasContent || wasApplied(next, request)) return { type: 'failure', failure: retry.failure };
  return { ...next, afterMs: retryWaitMs(next, request) };
}

/** Whether this event shows anything to the user. */
function hasVisibleOutput(event: ModelEvent): boolean {
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-input-start':
    case 'tool-input-delta':
    case 'tool-input-available':
    case 'tool-input-error':
    case 'tool-input-retract':
    case 'reply-discard':
    case 'text-to-reasoning':
      return true;
    case 'step-notice':
    case 'step-end':
    case 'failure':
    case 'interrupted':
    case 'observation':
    case 'retry':
      return false;
    default:
      return event satisfies never;
  }
}
