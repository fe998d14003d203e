import { expect, test } from 'vitest';
import type { ThreadEvent } from '../../contracts/event.ts';
import { scriptedTool } from '../../testing/agent/scripted-run.ts';
import { asked, buildThread, called, gave, lastRun, runStart, step } from '../../testing/agent/scripted-thread.ts';
import { dueFollowUps } from './next-action.ts';

const TOOLS = [
  scriptedTool('open', async () => ''),
  scriptedTool('look', async () => ''),
  scriptedTool('touch', async () => '', { withEffects: true }),
];
const naming = (toolName: string, input: unknown) => ({ content: 'see there', followUp: { toolName, input } });

function due(...events: ThreadEvent[]) {
  const state = buildThread(asked('q', 'Why?'), runStart('r'), ...events);
  return dueFollowUps(state, lastRun(state), TOOLS);
}

test('a follow-up gets an id that is unused in the thread and valid for every server', () => {
  const events = [...step('r:0', ...called('next00001', 'open')), gave('next00001', naming('look', { word: 'x' }))];
  expect(due(...events)).toEqual([
    {
      type: 'tool-follow-up',
      toolCallId: 'next00002',
      toolName: 'look',
      input: { word: 'x' },
      followUpOf: 'next00001',
    },
  ]);
});

test.each<[string, string, unknown]>([
  ['a tool that does not exist', 'read_minds', {}],
  ['a tool that changes something', 'touch', {}],
  ['arguments that do not fit', 'look', { word: 42 }],
  ['a call the run has made already', 'open', { word: 'x' }],
])('%s is left to the model', (_what, toolName, input) => {
  const events = [...step('r:0', ...called('a', 'open', { word: 'x' })), gave('a', naming(toolName, input))];
  expect(due(...events)).toEqual([]);
});

test('a follow-up named by two results is made once', () => {
  const look = naming('look', { word: 'x' });
  const calls = [...called('a', 'open', { word: '1' }), ...called('b', 'open', { word: '2' })];
  expect(due(...step('r:0', ...calls), gave('a', look), gave('b', look))).toHaveLength(1);
});

test('a chain has at most two follow-ups, each made once', () => {
  const events: ThreadEvent[] = [...step('r:0', ...called('a', 'open'))];
  const made: number[] = [];
  for (let n = 0; n < 4; n++) {
    const last = n === 0 ? 'a' : `next0000${n}`;
    events.push(gave(last, naming('look', { word: `${n}` })));
    const next = due(...events);
    made.push(next.length);
    events.push(...next);
    expect(due(...events)).toEqual([]);
    if (next.length === 0) break;
  }
  expect(made).toEqual([1, 1, 0]);
});
