import type { ModelEvent, ModelRequest, ToolDefinition } from '../../../contracts/index.ts';
import type { Target } from '../../errors/model-error.ts';
import { KeyFilter, redactAll, redactor } from '../../errors/redact.ts';
import { DialectLexer } from '../../text-tool-calls/lexer.ts';
import { CallIds } from '../../tool-input/call-ids.ts';
import type { RequestBody, RequestCapability } from '../request/request-body.ts';
import { quotationFinder } from '../stream/quotations.ts';
import { ContentReader } from '../stream/read-content.ts';
import { ResponseDecoder } from './response-decoder.ts';
import { hasVisibleOutput, settleRetry } from './settle-retry.ts';

/** The request a reply belongs to. `apiKey`: what was sent with it; nothing of it is let through. `random`: 0 to 1. */
export type Asked = {
  target: Target;
  apiKey: string | null;
  request: ModelRequest;
  body: RequestBody;
  known: RequestCapability;
  random: () => number;
};

/**
 * Reads one reply, synchronously: takes its body as decoded text in pieces of any size and gives what a `ModelClient`
 * yields. Neighbouring deltas of one piece are joined, so that a read with many chunks costs the reader of its events once.
 */
export class ResponseReader {
  private readonly asked: Asked;
  private readonly ids: CallIds;
  private readonly decoder: ResponseDecoder;
  private readonly content: ContentReader;
  private readonly isQuoted: (text: string) => boolean;
  private readonly keyFilter: KeyFilter;
  private readonly redact: (text: string) => string;
  /** Whether the user has seen anything of it. */
  private isShown = false;
  /** Did the last piece say anything, even what is held back because it may be the start of a call? */
  isTalking = false;

  constructor(asked: Asked) {
    const { target, request, apiKey } = asked;
    this.asked = asked;
    this.keyFilter = new KeyFilter(apiKey);
    this.redact = redactor(apiKey);
    this.ids = new CallIds(usedIds(request));
    const salvage = (text: string) => this.salvage(text);
    // Calls of tools that are not offered are read as well, where the run has an answer for them.
    const { tools, recognized = [], toolMode } = request;
    const known = recognized.length > 0 ? recognized : tools;
    // Servers send native calls although the tools were described in the prompt (quirk: native-calls-in-tag-mode).
    this.decoder = new ResponseDecoder(target, toolMode === 'none' ? [] : known, this.ids, { salvage });
    this.isQuoted = quotationFinder(request.messages);
    const isUnoffered = tools.length === 0 && known.length > 0;
    this.content = new ContentReader(known, isUnoffered ? 'tags' : toolMode, this.ids, { isQuoted: this.isQuoted });
  }

  /** Nothing more needs to be read. */
  get isOver(): boolean {
    return this.decoder.isOver || this.content.isStopped;
  }

  /** Whether the server has said anything that a user could see. */
  get hasSpoken(): boolean {
    return this.decoder.hasSpoken;
  }

  push(text: string): ModelEvent[] {
    const said = this.decoder.push(this.keyFilter.push(text));
    this.isTalking = said.length > 0;
    return this.tell(said);
  }

  /** The body has ended. */
  end(): ModelEvent[] {
    const last = this.decoder.push(this.keyFilter.end());
    return this.tell([...last, ...this.endOfBody()]).map(atEnd);
  }

  /** The connection broke in the middle of the body. */
  breakOff(): ModelEvent[] {
    const last = this.decoder.push(this.keyFilter.end());
    return this.tell([...last, ...this.decoder.end({ cut: true })]).map(atEnd);
  }

  /** Where reading was stopped the reply has no end of its own. */
  private endOfBody(): ModelEvent[] {
    const isCutShort = this.content.isStopped && !this.decoder.isEnded;
    return isCutShort ? [{ type: 'step-end', finishReason: 'tool-calls' }] : this.decoder.end().map(diedEarly);
  }

  /** Also for what is known by other means than the body: that the request was refused, that no reply came. */
  tell(said: ModelEvent[]): ModelEvent[] {
    const reported: ModelEvent[] = [];
    for (const given of joinDeltas(said)) {
      for (const event of this.content.push(given)) this.add(event, reported);
    }
    return reported;
  }

  /** The calls in a text that the server itself could not read; none where it holds none. */
  salvage(text: string): ModelEvent[] {
    return recoverCalls(text, this.asked.request.tools, this.ids, this.isQuoted);
  }

  /** Were tools offered natively? */
  private get isNative(): boolean {
    const { toolMode, tools } = this.asked.request;
    return toolMode === 'native' && tools.length > 0;
  }

  private add(event: ModelEvent, reported: ModelEvent[]): void {
    this.isShown ||= hasVisibleOutput(event);
    if (event.type === 'step-end') reported.push(...this.cutSilently(event), ...this.textCalls(), event);
    else reported.push(this.clean(event.type === 'retry' ? this.settle(event) : event));
  }

  /** Of what was said in words that are not the answer's: a server may have put parts of the key, or dots, into them. */
  private clean(event: ModelEvent): ModelEvent {
    const isSaid = event.type === 'failure' || event.type === 'retry' || event.type === 'lesson';
    return isSaid ? redactAll(event, this.redact) : event;
  }

  private settle(retry: Extract<ModelEvent, { type: 'retry' }>): ModelEvent {
    const { known, request, random } = this.asked;
    const { toolMode, attempt } = request;
    return settleRetry(retry, { known, toolMode, attempt, random: random() }, this.isShown);
  }

  /** Servers near by, whose window is a setting; hosted ones refuse what is too long. */
  private cutSilently({ usage }: Extract<ModelEvent, { type: 'step-end' }>): ModelEvent[] {
    const { target, body } = this.asked;
    if (target.hostKind === 'public' || usage?.inputTokens === undefined) return [];
    const sent = body.messages.map((message) => message.content ?? '').join('\n') + JSON.stringify(body.tools ?? '');
    const tokens = cutWindow(sent, usage.inputTokens);
    if (tokens === null) return [];
    return [
      { type: 'lesson', lesson: { type: 'context-window', tokens } },
      { type: 'step-notice', notice: { code: 'shortened', what: 'by-server', tokens } },
    ];
  }

  /** A server that was offered tools natively and let calls through as text: evidence that it takes no tools. */
  private textCalls(): ModelEvent[] {
    const { callCount, formats } = this.content;
    if (!this.isNative || callCount === 0) return [];
    return [{ type: 'lesson', lesson: { type: 'text-call', format: [...formats].join(', ') } }];
  }
}

function usedIds(request: ModelRequest): string[] {
  return request.messages.flatMap((message) =>
    message.role === 'assistant' ? message.toolCalls.map((call) => call.toolCallId) : [],
  );
}

/** Calls that only the end of the reply made certain; measured, since they could not start early. */
function atEnd(event: ModelEvent): ModelEvent {
  return event.type === 'tool-input-start' ? { ...event, atEnd: true } : event;
}

/** A connection that closed before a word came may do better next time. */
function diedEarly(event: ModelEvent): ModelEvent {
  return event.type === 'failure' && event.failure.code === 'network' ? retryOf(event.failure) : event;
}

/** The same request once more, for a failure that may pass by itself. */
export function retryOf(failure: Extract<ModelEvent, { type: 'failure' }>['failure']): ModelEvent {
  return { type: 'retry', reason: 'retry', lesson: null, afterMs: 0, failure };
}

/**
 * The calls in what a model wrote and its server could not read (Groq's `failed_generation`, quirk: error-event), as
 * events without an end; none where there is no call in it.
 */
export function recoverCalls(
  text: string,
  tools: readonly ToolDefinition[],
  ids: CallIds,
  isQuoted?: (text: string) => boolean,
): ModelEvent[] {
  const lexer = new DialectLexer(tools, ids, { isLenient: false, ...(isQuoted ? { isQuoted } : {}) });
  const events = [...lexer.push(text), ...lexer.end({ cut: false })];
  return lexer.callCount > 0 ? events : [];
}

/**
 * The window a server has cut a conversation to without saying so, in tokens, or null. Takes the text that was sent and the
 * tokens the server says it read. Ollama does this: its default `num_ctx` is 4096 whatever the model could take. Told only
 * where two signs agree: the server read far less than the text can possibly be, and just about what a window holds that
 * people and servers set (a power of two). The estimate is low on purpose: four characters a token is English
 * prose; code, numbers and other languages come to more tokens, not fewer.
 */
export function cutWindow(sent: string, inputTokens: number): number | null {
  const least = withoutRuns(sent).length / CHARACTERS_PER_TOKEN;
  if (inputTokens >= 0.6 * least) return null;
  return WINDOWS.find((window) => inputTokens <= window && inputTokens >= 0.9 * window) ?? null;
}

const CHARACTERS_PER_TOKEN = 4;

const WINDOWS = [2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072];

/** Tokenizers make one token of long runs of blanks, dashes and the like. */
function withoutRuns(text: string): string {
  return text.replace(/([^\p{L}\p{N}])\1{2,}/gu, '$1$1');
}

/** Joins neighbouring deltas of one stream, which may be cut anywhere; everything else stays as it is and where it is. */
function joinDeltas(events: ModelEvent[]): ModelEvent[] {
  if (events.length < 2) return events;
  const joined: ModelEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    const both = last === undefined ? null : join(last, event);
    if (both === null) joined.push(event);
    else joined[joined.length - 1] = both;
  }
  return joined;
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
