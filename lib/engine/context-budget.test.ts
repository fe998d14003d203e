import { expect, test } from 'vitest';
import type { ThreadEvent } from '../protocol/event.ts';
import { contextBudget } from './context-budget.ts';
import { asked, called, gave, runStart, step, threadOf } from './scripted-thread.ts';

const question = 'Why?';
const thread = (...events: ThreadEvent[]) => threadOf(asked('q', question), runStart('r'), ...events);
const start: ThreadEvent = { type: 'step-start', stepId: 'r:1', toolMode: 'native' };
const tooLong: ThreadEvent = { type: 'step-reset', stepId: 'r:1', reason: 'context-length' };
const read = [...step('r:0', ...called('a', 'read')), gave('a', 'x'.repeat(994))];
const PREFACE = 'A page is open beside this chat; its title and address are not known.\nToday is 1970-01-01.';
/** The question, what stands before it, `{}` and the result: what step 1 sent and the server refused. */
const REFUSED = question.length + PREFACE.length + 2 + 994;

test('where nothing is known there is no bound', () => {
  expect(contextBudget(thread(...read), null, 500)).toBeNull();
});

test('a known window leaves nine tenths of three characters a token, less what else the request carries', () => {
  expect(contextBudget(thread(), 1_000, 500)).toBe(2_200);
  expect(contextBudget(thread(), 100, 500)).toBe(0);
});

test('what a server refused bounds the whole run, at three fifths of its size', () => {
  expect(contextBudget(thread(...read, start, tooLong), null, 500)).toBe(REFUSED * 0.6);
  const later = [...read, start, tooLong, ...step('r:1', ...called('b', 'read')), gave('b', 'y'.repeat(5_000))];
  expect(contextBudget(thread(...later), null, 500)).toBe(REFUSED * 0.6);
});

test('a window that turned out to be smaller than believed is filled three fifths', () => {
  expect(contextBudget(thread(...read, start, tooLong), 300, 10)).toBe(480);
});
