import { expect, test } from 'vitest';
import type { ThreadEvent } from '../../contracts/event.ts';
import type { OutputFile } from '../../contracts/tool-output.ts';
import { asked, buildThread, called, gave, lastRun, runStart, step } from '../../testing/agent/scripted-thread.ts';
import { directAnswer } from './direct-answer.ts';

const answer = (...events: ThreadEvent[]) =>
  directAnswer(lastRun(buildThread(asked('q', 'Why?'), runStart('r'), ...events)));
const direct = (content: string, file?: OutputFile) => ({ content, returnDirect: true, ...(file ? { file } : {}) });

test('direct answers are joined in call order', () => {
  expect(
    answer(
      ...step('r:0', ...called('a', 'open'), ...called('b', 'look')),
      gave('b', direct('2')),
      gave('a', direct('1')),
    ),
  ).toBe('1\n\n2');
});

test('the last result of a chain decides', () => {
  const followUp: ThreadEvent = {
    type: 'tool-follow-up',
    toolCallId: 'b',
    toolName: 'look',
    input: {},
    followUpOf: 'a',
  };
  expect(answer(...step('r:0', ...called('a', 'open')), gave('a', 'see b'), followUp, gave('b', direct('2')))).toBe(
    '2',
  );
});

test('if one result is for the model, the model answers', () => {
  const both = step('r:0', ...called('a', 'open'), ...called('b', 'look'));
  expect(answer(...both, gave('a', direct('1')), gave('b', '2'))).toBeNull();
  const failed: ThreadEvent = { type: 'tool-output-error', toolCallId: 'b', errorText: 'gone', ms: 1 };
  expect(answer(...both, gave('a', direct('1')), failed)).toBeNull();
  expect(answer()).toBeNull();
});

test('a direct answer is masked, since chats are exported and copied', () => {
  const result = direct('Card 4111 1111 1111 1111, as shown.');
  expect(answer(...step('r:0', ...called('a', 'open')), gave('a', result))).toBe(
    'Card [masked: card number], as shown.',
  );
});

test('a file is a block of code that its text cannot leave', () => {
  const text = 'Name,Note\nLamp,"```` [a](https://x.test) <img src=y>"';
  const events = [...step('r:0', ...called('a', 'open')), gave('a', direct(text, { title: 'Lamps', type: 'csv' }))];
  expect(answer(...events)).toBe(`\`\`\`\`\`csv\n${text}\n\`\`\`\`\``);
});

test('a file without backticks is a block between three of them', () => {
  const events = [...step('r:0', ...called('a', 'open')), gave('a', direct('Lamp', { title: 'Lamps', type: 'md' }))];
  expect(answer(...events)).toBe('```markdown\nLamp\n```');
});
