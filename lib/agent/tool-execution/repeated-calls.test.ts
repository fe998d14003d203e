import { describe, expect, test } from 'vitest';
import type { ThreadEvent } from '../../contracts/event.ts';
import { listToolCalls } from '../../contracts/thread.ts';
import { scriptedTool } from '../../testing/agent/scripted-run.ts';
import { asked, buildThread, called, gave, lastRun, runStart, step } from '../../testing/agent/scripted-thread.ts';
import { buildRepeatedOutput, findEarlierResult, isResultOfPage, isStuck } from './repeated-calls.ts';

const TOOLS = [scriptedTool('look', async () => ''), scriptedTool('touch', async () => '', { withEffects: true })];
const buildRun = (...events: ThreadEvent[]) => lastRun(buildThread(asked('q', 'Why?'), runStart('r'), ...events));
const lookStep = (n: number, input: unknown = { word: 'x', deep: [1] }, output = 'seen'): ThreadEvent[] => [
  ...step(`r:${n}`, ...called(`c${n}`, 'look', input)),
  gave(`c${n}`, output),
];

/** Answers the last call of the run from earlier results. Null if that is not possible. */
function repeat(...events: ThreadEvent[]) {
  const run = buildRun(...events);
  const call = run.steps.flatMap(listToolCalls).at(-1);
  const known = call ? findEarlierResult(run, call, TOOLS) : null;
  return call && known ? buildRepeatedOutput(run, call, known) : null;
}

describe('a repeated call', () => {
  const again = step('r:9', ...called('z', 'look', { deep: [1], word: 'x' }));

  test('gets the earlier result, in any order of arguments', () => {
    expect(repeat(...lookStep(0), ...lookStep(1, { word: 'y' }), ...again)).toEqual({
      content: 'Same as before:\nseen',
      details: { repeatedOf: 'c0' },
    });
  });

  test('is not one with other arguments, in the same step, after a failure, or in another run', () => {
    const failed: ThreadEvent = { type: 'tool-output-error', toolCallId: 'c0', errorText: 'gone', ms: 1 };
    const failedStep = [...step('r:0', ...called('c0', 'look', { word: 'x', deep: [1] })), failed];
    expect(repeat(...lookStep(0, { word: 'y' }), ...again)).toBeNull();
    expect(repeat(...failedStep, ...again)).toBeNull();
    expect(
      repeat(
        { type: 'step-start', stepId: 'r:0', toolMode: 'native' },
        ...called('a', 'look'),
        gave('a', 'seen'),
        ...called('b', 'look'),
      ),
    ).toBeNull();
    const other = { type: 'run-end', outcome: { type: 'complete' }, stats: { ms: 0, steps: 1, toolCalls: 1 } } as const;
    expect(repeat(...lookStep(0), other, runStart('r2'), ...again)).toBeNull();
  });

  test('runs again after a call with effects', () => {
    expect(repeat(...lookStep(0), ...step('r:1', ...called('t', 'touch')), gave('t', 'done'), ...again)).toBeNull();
  });

  test('refers to a long result that the model still has', () => {
    const long = 'word '.repeat(1_000);
    expect(repeat(...lookStep(0, { word: 'x', deep: [1] }, long), ...again)?.content).toBe(
      'Same as before: nothing has changed since the result of call c0 above.',
    );
  });

  test('gets a long result again once results were shortened', () => {
    const long = 'word '.repeat(1_000);
    const notice: ThreadEvent = { type: 'step-notice', notice: { code: 'shortened', message: '' } };
    const start: ThreadEvent = { type: 'step-start', stepId: 'r:9', toolMode: 'native' };
    expect(
      repeat(...lookStep(0, { word: 'x' }, long), start, notice, ...called('z', 'look', { word: 'x' }))?.content,
    ).toBe(`Same as before:\n${long}`);
  });

  test('the third time in a row adds a note to the first result', () => {
    const second = [
      ...step('r:1', ...called('c1', 'look')),
      gave('c1', { content: 'Same', details: { repeatedOf: 'c0' } }),
    ];
    const third = repeat(...lookStep(0, {}), ...second, ...step('r:2', ...called('c2', 'look')));
    expect(third?.content).toMatch(/^Same as before:\nseen\n\nYou have asked this three times/);
    expect(third?.details).toEqual({ repeatedOf: 'c0' });
  });

  test('is bound to the page it was read from', () => {
    const of = (url?: string) => ({
      toolCallId: 'a',
      output: { content: '', details: url === undefined ? {} : { url } },
    });
    expect(isResultOfPage(of('https://a.test/'), 'https://a.test/')).toBe(true);
    expect(isResultOfPage(of('https://a.test/'), 'https://b.test/')).toBe(false);
    expect(isResultOfPage(of('https://a.test/'), null)).toBe(false);
    expect(isResultOfPage(of(), null)).toBe(true);
  });
});

describe('a run is stuck', () => {
  const stuck = (...events: ThreadEvent[]) => isStuck(buildRun(...events).steps, TOOLS);

  test('if its last three steps have exactly the same calls', () => {
    expect(stuck(...lookStep(0), ...lookStep(1))).toBe(false);
    expect(stuck(...lookStep(0), ...lookStep(1), ...lookStep(2))).toBe(true);
    expect(stuck(...lookStep(0), ...lookStep(1, { word: 'y' }), ...lookStep(2))).toBe(false);
  });

  test('if its last two steps only repeated earlier calls, regardless of which', () => {
    const again = (n: number, word: string, of: string): ThreadEvent[] => [
      ...step(`r:${n}`, ...called(`c${n}`, 'look', { word })),
      gave(`c${n}`, { content: 'Same', details: { repeatedOf: of } }),
    ];
    const cut: ThreadEvent[] = [
      { type: 'tool-input-start', toolCallId: 'cut', toolName: 'look' },
      { type: 'tool-input-error', toolCallId: 'cut', errorText: 'cut off', code: 'truncated-input' },
    ];
    const known = [...lookStep(0, { word: 'x' }), ...lookStep(1, { word: 'y' })];
    expect(stuck(...known, ...again(2, 'x', 'c0'))).toBe(false);
    expect(stuck(...known, ...again(2, 'x', 'c0'), ...again(3, 'y', 'c1'))).toBe(true);
    expect(stuck(...known, ...again(2, 'x', 'c0'), ...lookStep(3, { word: 'z' }))).toBe(false);
    const both = step('r:3', ...called('c3', 'look', { word: 'y' }), ...cut);
    const answered = gave('c3', { content: 'Same', details: { repeatedOf: 'c1' } });
    expect(stuck(...known, ...again(2, 'x', 'c0'), ...both, answered)).toBe(true);
    expect(stuck(...known, ...step('r:2', ...cut), ...step('r:3', ...cut))).toBe(false);
  });

  test('even if the call fails every time, because of its arguments or the tool', () => {
    const failing = (n: number): ThreadEvent[] =>
      step(
        `r:${n}`,
        { type: 'tool-input-start', toolCallId: 'a', toolName: 'touch' },
        { type: 'tool-input-error', toolCallId: 'a', errorText: 'unfit' },
      );
    expect(stuck(...failing(0), ...failing(1), ...failing(2))).toBe(true);
  });

  test('but not for a tool with effects, which may have been requested three times', () => {
    const touch = (n: number) => [...step(`r:${n}`, ...called(`t${n}`, 'touch')), gave(`t${n}`, 'done')];
    expect(stuck(...touch(0), ...touch(1), ...touch(2))).toBe(false);
  });
});
