import { describe, expect, test } from 'vitest';
import type { ThreadEvent } from '../../lib/contracts/event.ts';
import {
  asked,
  called,
  gave,
  lastRun,
  runEnd,
  runStart,
  said,
  step,
  threadOf,
} from '../../lib/testing/agent/scripted-thread.ts';
import { groupSteps, workSummary } from './step-groups.ts';

const stepsOf = (...events: ThreadEvent[]) => lastRun(threadOf(asked('q', 'Why?'), runStart('r'), ...events)).steps;
const groups = (...events: ThreadEvent[]) =>
  groupSteps(stepsOf(...events)).map((group) => (group.type === 'work' ? `work ${group.steps.length}` : 'step'));

const read = (id: string, url = 'https://a.test/') => gave(id, { content: '', details: { url } });
const one = [...step('r:0', ...called('a', 'read_page')), read('a')];
const two = [...step('r:1', ...called('b', 'find_in_page')), gave('b', '')];

describe('finished work is collapsed', () => {
  test('once the run has continued, and there is more than one call', () => {
    expect(groups(...one, ...two, ...step('r:2', said('So.')))).toEqual(['work 2', 'step']);
    expect(groups(...one, ...two)).toEqual(['step', 'step']);
    expect(groups(...one, ...step('r:1', said('So.')))).toEqual(['step', 'step']);
  });

  test('not while one of its calls waits', () => {
    const asks: ThreadEvent[] = [...step('r:1', ...called('b', 'note_down'))];
    expect(groups(...one, ...asks, ...step('r:2', said('So.')))).toEqual(['step', 'step', 'step']);
  });

  test('also if a call failed, or the run ended early', () => {
    const failed: ThreadEvent[] = [
      ...step('r:1', ...called('b', 'read_page')),
      { type: 'tool-output-error', toolCallId: 'b', errorText: 'No.', ms: 3 },
    ];
    expect(groups(...one, ...failed, ...step('r:2', said('So')), runEnd())).toEqual(['work 2', 'step']);
  });
});

test('a result that can be saved is not collapsed', () => {
  const file = { content: 'a,b', file: { title: 'Prices', type: 'csv' as const }, returnDirect: true };
  const exported = [...step('r:1', ...called('b', 'export_page_data')), gave('b', file)];
  expect(groups(...one, ...exported, ...step('r:2', said('a,b')))).toEqual(['step', 'step', 'step']);
});

describe('the line summarizes the work', () => {
  const summary = (...events: ThreadEvent[]) => workSummary(stepsOf(...events));

  test('in words, with its duration', () => {
    expect(summary(...one, ...two)).toBe('Read the page, searched once, 2 ms');
  });

  test('counts pages once, and the time of parallel calls once', () => {
    const three = [
      ...step(
        'r:0',
        ...called('a', 'read_page'),
        ...called('b', 'read_page'),
        ...called('c', 'read_tab'),
        ...called('d', 'note'),
      ),
      read('a'),
      read('b'),
      read('c', 'https://b.test/'),
      gave('d', ''),
    ];
    expect(summary(...three)).toBe('Read 2 pages, used 1 other tool, 1 ms');
  });

  test('and the failures', () => {
    const error: ThreadEvent = { type: 'tool-output-error', toolCallId: 'b', errorText: 'No.', ms: 1300 };
    expect(summary(...one, ...step('r:1', ...called('b', 'read_page')), error)).toBe('Read the page, 1 failed, 1.3 s');
    expect(summary(...step('r:1', ...called('b', 'read_page')), error)).toBe('1 failed, 1.3 s');
  });
});
