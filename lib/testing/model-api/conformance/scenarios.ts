/** The output of a model, independent of any interface's format. */
export type Said =
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string }
  | { type: 'call'; id: string; name: string; input: object }
  /** A call whose arguments end in the middle. */
  | { type: 'cut-call'; id: string; name: string; json: string };

/** `cached`: how many of the `input` tokens were read from a cache. */
export type TokenCounts = { input: number; cached: number; output: number };

export type ScenarioReply =
  | { type: 'answer'; said: readonly Said[]; end: 'stop' | 'calls' | 'length' | 'refusal'; counts: TokenCounts }
  /** An error status. `status`: the one that the interface uses for this kind of error. */
  | { type: 'refused'; kind: 'rate-limit' | 'overload' | 'overflow' | 'pdf' }
  /** Text, and then an error instead of more text. */
  | { type: 'broken'; said: readonly Said[] }
  /** Text, and then nothing. */
  | { type: 'silent'; said: readonly Said[] };

const COUNTS: TokenCounts = { input: 100, cached: 0, output: 20 };
const text = (words: string): Said => ({ type: 'text', text: words });
const answer = (
  said: readonly Said[],
  more: Partial<Extract<ScenarioReply, { type: 'answer' }>> = {},
): ScenarioReply => ({
  type: 'answer',
  said,
  end: said.some(({ type }) => type === 'call') ? 'calls' : 'stop',
  counts: COUNTS,
  ...more,
});
const weather = (id: string, city: string): Said => ({ type: 'call', id, name: 'weather', input: { city } });

export const ANSWER = 'High water is at nine. 潮汐🌊';
export const THOUGHT = 'The page has a table of tides.';

/**
 * The scenarios that every interface must pass, by the model that plays them. `hasResult`: the request contains the
 * result of a call.
 */
export const SCENARIOS: Record<string, (hasResult: boolean) => ScenarioReply> = {
  text: () => answer([text(ANSWER)]),
  thinking: (hasResult) =>
    answer([{ type: 'thinking', text: THOUGHT }, hasResult ? text(ANSWER) : weather('call_1', 'Oslo')]),
  'one-call': (hasResult) => answer(hasResult ? [text(ANSWER)] : [text('I look.'), weather('call_1', 'Oslo')]),
  'parallel-calls': (hasResult) =>
    answer(hasResult ? [text(ANSWER)] : [weather('call_1', 'Oslo'), weather('call_2', 'Bergen')]),
  'cut-arguments': (hasResult) =>
    hasResult
      ? answer([text(ANSWER)])
      : answer([text('I look.'), { type: 'cut-call', id: 'call_1', name: 'weather', json: '{"city":"Os' }], {
          end: 'length',
        }),
  picture: () => answer([text(ANSWER)]),
  /** A page of a file has more tokens than the question itself. */
  pdf: () => answer([text(ANSWER)], { counts: { ...COUNTS, input: 3_000 } }),
  'pdf-refused': () => ({ type: 'refused', kind: 'pdf' }),
  refusal: () => answer([text('I cannot help with that.')], { end: 'refusal' }),
  'rate-limit': () => ({ type: 'refused', kind: 'rate-limit' }),
  overload: () => ({ type: 'refused', kind: 'overload' }),
  overflow: () => ({ type: 'refused', kind: 'overflow' }),
  'stream-error': () => ({ type: 'broken', said: [text('High water')] }),
  cancel: () => ({ type: 'silent', said: [text('High water')] }),
  'cache-hit': () => answer([text(ANSWER)], { counts: { input: 5_000, cached: 4_096, output: 20 } }),
  /** For browsers: the tool is one of the extension's. */
  'page-call': (hasResult) =>
    hasResult
      ? answer([{ type: 'thinking', text: THOUGHT }, text(ANSWER)])
      : answer([
          { type: 'thinking', text: 'I have to look.' },
          { type: 'call', id: 'call_1', name: 'page_info', input: {} },
        ]),
  'page-calls': (hasResult) =>
    answer(
      hasResult
        ? [text(ANSWER)]
        : [
            { type: 'call', id: 'call_1', name: 'page_info', input: {} },
            { type: 'call', id: 'call_2', name: 'list_forms', input: {} },
          ],
    ),
  /**
   * Silence in each phase of a step, so that the worker can be stopped there. For silence within the text, see
   * `cancel`.
   */
  'silent-start': () => ({ type: 'silent', said: [] }),
  'silent-thinking': () => ({ type: 'silent', said: [{ type: 'thinking', text: THOUGHT }] }),
  'silent-call': () => ({
    type: 'silent',
    said: [text('I look.'), { type: 'cut-call', id: 'call_1', name: 'page_info', json: '{"pa' }],
  }),
  'silent-result': (hasResult) =>
    hasResult
      ? { type: 'silent', said: [] }
      : answer([text('I look.'), { type: 'call', id: 'call_1', name: 'page_info', input: {} }]),
};

/** A model with this suffix plays a scenario until its first failure or silence, and answers from then on. */
export const ONCE = '-once';
