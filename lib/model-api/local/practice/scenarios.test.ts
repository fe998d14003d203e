import { describe, expect, test } from 'vitest';
import { practiceWords } from '../../../../entrypoints/background/practice-words.ts';
import { nativeBody, parsed, plainBody, SAMPLE_PAGE, taggedBody } from '../../../testing/model-api/practice-request.ts';
import { respond } from './practice-fetch.ts';
import type { PracticeReply, PracticeStep } from './practice-step.ts';
import { scenarios } from './scenarios.ts';

type Result = { toolName: string; content: string };

const page: Result = { toolName: 'read_page', content: SAMPLE_PAGE };

function ask(keyword: string, results: Result[] = []): PracticeReply {
  return respond(parsed(nativeBody(`practice: ${keyword}`, results)), practiceWords());
}

function askForSteps(keyword: string, results: Result[] = []): PracticeStep[] {
  const reply = ask(keyword, results);
  return reply.type === 'answer' ? reply.steps : [];
}

function joinText(steps: PracticeStep[]): string {
  return steps.map((step) => (step.type === 'text' ? step.text : '')).join('');
}

test('slow waits before the first text, and then longer than an idle worker is kept', () => {
  const steps = askForSteps('slow');
  const waits = steps.flatMap((step) => (step.type === 'wait' ? [step.ms] : []));
  expect(steps[0]).toEqual({ type: 'wait', ms: 3_000 });
  expect(steps.filter((step) => step.type === 'text').length).toBeGreaterThanOrEqual(40);
  expect(waits.reduce((sum, ms) => sum + ms)).toBeGreaterThan(30_000);
});

test.each([
  ['error', 500, {}],
  ['auth', 401, {}],
  ['rate limit', 429, { 'retry-after': '3' }],
])('%s is refused with HTTP %i', (keyword, status, headers) => {
  expect(ask(keyword)).toMatchObject({ type: 'refusal', status, headers });
});

test('cut loses the connection in the middle of a sentence', () => {
  expect(askForSteps('cut').at(-1)).toEqual({ type: 'cut' });
  expect(joinText(askForSteps('cut'))).toMatch(/\w$/);
});

test('a text of its own is in the language of the interface, also in pieces without spaces', () => {
  const words = {
    ...practiceWords(),
    slow: '这个回答故意很慢。',
    cut: '因为连接已经',
    continued: '恢复。',
    thinksFirst: 'Erst denken.',
    preamble: 'Zuerst die Seite.',
  };
  const stepsFor = (question: string) => {
    const reply = respond(parsed(nativeBody(question)), words);
    return reply.type === 'answer' ? reply.steps : [];
  };
  const slow = stepsFor('practice: slow').filter((step) => step.type === 'text');
  expect(new Set(slow.map(({ text }) => text)).size).toBeGreaterThan(1);
  expect(joinText(slow).split(' ')[0]).toBe(words.slow);
  expect(joinText(stepsFor('practice: cut'))).toBe('因为连接已经');
  expect(joinText(stepsFor('Continue.'))).toBe('恢复。');
  expect(stepsFor('practice: thinking')[0]).toEqual({ type: 'reasoning', text: 'Erst denken.' });
  expect(joinText(stepsFor('practice: preamble'))).toBe('Zuerst die Seite.\n\n');
});

test('parallel calls two tools at once, then quotes', () => {
  expect(respond(parsed(nativeBody('practice: parallel spring tides')), practiceWords())).toEqual({
    type: 'answer',
    steps: [
      { type: 'tool-call', toolName: 'read_page', argumentsText: '{}' },
      { type: 'tool-call', toolName: 'find_in_page', argumentsText: '{"query":"spring tides"}' },
    ],
  });
  expect(joinText(askForSteps('parallel', [page, page]))).toContain('I read **Why the sea has tides**');
});

test('bad arguments sends invalid JSON, then reports the result', () => {
  expect(askForSteps('bad arguments')).toEqual([
    { type: 'tool-call', toolName: 'find_in_page', argumentsText: '{"query": 42, "colour": "red"' },
  ]);
  const text = joinText(
    askForSteps('bad arguments', [{ toolName: 'find_in_page', content: 'Error: query must be a string.' }]),
  );
  expect(text).toContain('The tool `find_in_page` failed. It said:\n\n> Error: query must be a string.');
});

test('unknown tool calls a missing tool, then reports the result', () => {
  expect(askForSteps('unknown tool')).toEqual([{ type: 'tool-call', toolName: 'read_minds', argumentsText: '{}' }]);
  const text = joinText(
    askForSteps('unknown tool', [{ toolName: 'read_minds', content: 'Error: There is no such tool.' }]),
  );
  expect(text).toContain('> Error: There is no such tool.');
});

test('repeat makes the same call regardless of the result', () => {
  const [first, second] = [askForSteps('repeat'), askForSteps('repeat', [page, page])];
  expect(first).toMatchObject([{ type: 'tool-call' }]);
  expect(second).toEqual(first);
});

describe('endless', () => {
  test('calls at every step, never twice the same', () => {
    const calls = [0, 1, 2, 3].flatMap((count) => askForSteps('endless', Array(count).fill(page)));
    expect(calls.map((step) => step.type)).toEqual(['tool-call', 'tool-call', 'tool-call', 'tool-call']);
    expect(new Set(calls.map((step) => JSON.stringify(step))).size).toBe(4);
  });

  test('answers once no tool is offered any more', () => {
    const { messages } = nativeBody('practice: endless tides', [page, page]);
    const reply = respond(parsed({ messages }), practiceWords());
    expect(reply.type === 'answer' && joinText(reply.steps)).toContain('> ');
  });
});

test('long brings every kind of block in about six thousand characters', () => {
  const text = joinText(askForSteps('long'));
  expect(text.length).toBeGreaterThan(5_000);
  expect(text.length).toBeLessThan(7_000);
  for (const block of [/^# /m, /^- /m, /^1\. /m, /^\|/m, /^```ts/m, /\]\(https:/, /!\[.*\]\(https:/, /<b>/]) {
    expect(text).toMatch(block);
  }
});

test('thinking thinks aloud before it calls and before it answers', () => {
  expect(askForSteps('thinking').map((step) => step.type)).toEqual(['reasoning', 'tool-call']);
  expect(askForSteps('thinking', [page]).map((step) => step.type)).toEqual(['reasoning', 'text']);
});

test('preamble has text before its call', () => {
  expect(askForSteps('preamble').map((step) => step.type)).toEqual(['text', 'tool-call']);
  expect(joinText(askForSteps('preamble', [page]))).not.toContain('Let me look');
});

test('the rest of the message is the question', () => {
  const reply = respond(
    parsed(nativeBody('Practice: preamble. Who prints the table of a harbour?', [page])),
    practiceWords(),
  );
  expect(reply.type === 'answer' && joinText(reply.steps)).toContain('printed once a year by the harbour master');
});

test('by tags the same calls are written as text, a few characters at a time', () => {
  const reply = respond(parsed(taggedBody('practice: parallel spring tides')), practiceWords());
  const steps = reply.type === 'answer' ? reply.steps : [];
  expect(joinText(steps)).toBe(
    '<tool name="read_page">{}</tool>\n<tool name="find_in_page">{"query":"spring tides"}</tool>',
  );
  expect(steps.length).toBeGreaterThan(10);
});

test.each(scenarios.map(({ keyword }) => [keyword]))('%s needs no tools to be answered', (keyword) => {
  const reply = respond(parsed(plainBody(`practice: ${keyword}`)), practiceWords());
  expect(reply.type === 'refusal' || joinText(reply.steps) !== '').toBe(true);
});
