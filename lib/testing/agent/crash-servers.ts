import { contextSize } from '../../agent/context/fit-context.ts';
import type { Failure } from '../../contracts/failure.ts';
import type { ModelRequest } from '../../contracts/model-client.ts';
import { type ScriptLine, STEP_END, scriptedCall, scriptedText } from './scripted-model.ts';

/** What a server says to a request. It outlives every worker that asks it. */
export type ScenarioServer = (request: ModelRequest) => ScriptLine[];

const BUSY: Failure = { code: 'rate-limit', message: 'The server is busy.', retryable: true };
const TOO_LONG: Failure = { code: 'context-length', message: 'Too long.', retryable: false };
const SHORT_ENOUGH = 16_000;

/** Servers whose answers are a function of what they are asked, so that a run comes to the same end whenever it dies. */
export const scenarioServers = {
  /** Two parallel calls, then the answer. */
  parallel: () => (request) => (resultsOf(request).length === 0 ? lookBothUp() : answerWith(request)),

  /** The same with a call in between that must not happen twice. */
  effect: () => (request) => {
    const results = resultsOf(request);
    if (results.length === 0) return lookBothUp();
    if (results.length === 2) return [...scriptedCall('c', 'send', { text: 'hello' }), STEP_END];
    return answerWith(request);
  },

  /** A result names the next call; then the model speaks. */
  'follow-up': () => (request) =>
    resultsOf(request).length === 0
      ? [...scriptedText('Opening. '), ...scriptedCall('a', 'open', { word: 'one' }), STEP_END]
      : answerWith(request),

  /** A result names the next call, whose result is the answer. */
  direct: () => () => [...scriptedCall('a', 'find', { word: 'one' }), STEP_END],

  /** Asks for the same until it may not any more. */
  repeated: () => (request) =>
    request.toolMode === 'none'
      ? [...scriptedText('So be it.'), STEP_END]
      : [...scriptedCall(`a${resultsOf(request).length}`, 'left', { word: 'one' }), STEP_END],

  /** Has no time for the first request. */
  busy: () => {
    let requests = 0;
    return (request) => {
      requests++;
      if (requests > 1) return resultsOf(request).length === 0 ? lookBothUp() : answerWith(request);
      return [{ type: 'retry', reason: 'retry', lesson: null, afterMs: 5_000, failure: BUSY }];
    };
  },

  /** Takes only so much, after having made the conversation long itself. */
  'small window': () => (request) => {
    if (contextSize(request.messages) > SHORT_ENOUGH) {
      return [{ type: 'retry', reason: 'context-length', lesson: null, afterMs: 0, failure: TOO_LONG }];
    }
    const { length } = resultsOf(request);
    return length < 2
      ? [...scriptedCall(`a${length}`, 'book', { word: `word${length}` }), STEP_END]
      : [...scriptedText(`I have read ${length} books.`), STEP_END];
  },

  /** Reaches the length limit with calls on its lips: what had not begun never will. */
  length: () => (request) =>
    resultsOf(request).length > 0
      ? answerWith(request)
      : [
          ...scriptedCall('a', 'left', { word: 'one' }),
          ...scriptedCall('b', 'send', { text: 'hello' }),
          { type: 'step-end', finishReason: 'length' },
        ],

  /** Breaks off once, and goes on when it is asked to. */
  broken: () => (request) =>
    request.messages.at(-1)?.role === 'user' && request.messages.length > 1
      ? [...scriptedText('up, and so on.'), STEP_END]
      : resultsOf(request).length === 0
        ? lookBothUp()
        : [...scriptedText('It breaks '), { type: 'interrupted', detail: 'the connection was lost' }],
} satisfies Record<string, () => ScenarioServer>;

function resultsOf({ messages }: ModelRequest) {
  return messages.filter((message) => message.role === 'tool');
}

function lookBothUp(): ScriptLine[] {
  return [
    { type: 'reasoning-delta', delta: 'Let me look.' },
    ...scriptedText('Looking it up. '),
    ...scriptedCall('a', 'left', { word: 'one' }),
    ...scriptedCall('b', 'right', { word: 'two' }),
    STEP_END,
  ];
}

function answerWith(request: ModelRequest): ScriptLine[] {
  const found = resultsOf(request).map((result) => result.content);
  return [...scriptedText(`Found: ${found.join('; ')}`), STEP_END];
}
