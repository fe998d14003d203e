import { contextTokens } from '../../agent/context/fit-context.ts';
import type { Failure } from '../../contracts/failure.ts';
import type { ModelRequest } from '../../contracts/model-client.ts';
import { type ScriptLine, STEP_END, scriptedCall, scriptedText } from './scripted-model.ts';

/** A server's response to a request. The server outlives every worker. */
export type ScenarioServer = (request: ModelRequest) => ScriptLine[];

const BUSY: Failure = { code: 'rate-limit', message: 'The server is busy.', retryable: true };
const TOO_LONG: Failure = { code: 'context-length', message: 'Too long.', retryable: false };
const SHORT_ENOUGH = 4_600;

/**
 * Servers whose responses depend only on the request, so that a run ends in the same way regardless of when it is
 * killed.
 */
export const scenarioServers = {
  /** Two parallel calls, then the answer. */
  parallel: () => (request) => (listToolResults(request).length === 0 ? lookBothUp() : answerWith(request)),

  /** Like `parallel`, with a call in between that must not be repeated. */
  effect: () => (request) => {
    const results = listToolResults(request);
    if (results.length === 0) return lookBothUp();
    if (results.length === 2) return [...scriptedCall('c', 'send', { text: 'hello' }), STEP_END];
    return answerWith(request);
  },

  /** A result names the next call. Then the model answers. */
  'follow-up': () => (request) =>
    listToolResults(request).length === 0
      ? [...scriptedText('Opening. '), ...scriptedCall('a', 'open', { word: 'one' }), STEP_END]
      : answerWith(request),

  /** A result names the next call, whose result is the answer. */
  direct: () => () => [...scriptedCall('a', 'find', { word: 'one' }), STEP_END],

  /** Makes the same call until it is no longer allowed. */
  repeated: () => (request) =>
    request.toolMode === 'none'
      ? [...scriptedText('So be it.'), STEP_END]
      : [...scriptedCall(`a${listToolResults(request).length}`, 'left', { word: 'one' }), STEP_END],

  /** Refuses the first request as busy. */
  busy: () => {
    let requests = 0;
    return (request) => {
      requests++;
      if (requests > 1) return listToolResults(request).length === 0 ? lookBothUp() : answerWith(request);
      return [{ type: 'retry', reason: 'retry', observation: null, afterMs: 5_000, failure: BUSY }];
    };
  },

  /** Has a small window, which its own calls fill. */
  'small window': () => (request) => {
    if (contextTokens(request.messages) > SHORT_ENOUGH) {
      return [{ type: 'retry', reason: 'context-length', observation: null, afterMs: 0, failure: TOO_LONG }];
    }
    const { length } = listToolResults(request);
    return length < 2
      ? [...scriptedCall(`a${length}`, 'book', { word: `word${length}` }), STEP_END]
      : [...scriptedText(`I have read ${length} books.`), STEP_END];
  },

  /** Reaches the length limit with open calls, which must never start. */
  length: () => (request) =>
    listToolResults(request).length > 0
      ? answerWith(request)
      : [
          ...scriptedCall('a', 'left', { word: 'one' }),
          ...scriptedCall('b', 'send', { text: 'hello' }),
          { type: 'step-end', finishReason: 'length' },
        ],

  /** Is interrupted once, and continues on request. */
  broken: () => (request) =>
    request.messages.at(-1)?.role === 'user' && request.messages.length > 1
      ? [...scriptedText('up, and so on.'), STEP_END]
      : listToolResults(request).length === 0
        ? lookBothUp()
        : [...scriptedText('It breaks '), { type: 'interrupted', detail: 'the connection was lost' }],
} satisfies Record<string, () => ScenarioServer>;

function listToolResults({ messages }: ModelRequest) {
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
  const found = listToolResults(request).map((result) => result.content);
  return [...scriptedText(`Found: ${found.join('; ')}`), STEP_END];
}
