import { describe, expect, test } from 'vitest';
import { asked, called, lastRun, runStart, said, step, threadOf } from '../../testing/agent/scripted-thread.ts';
import { announcesCall } from './announced-call.ts';

const stepOf = (text: string) =>
  lastRun(threadOf(asked('q', 'Why?'), runStart('r'), ...step('r:0', said(text)))).steps[0];
const announces = (text: string) => {
  const only = stepOf(text);
  return only !== undefined && announcesCall(only);
};

describe('announcesCall', () => {
  test.each([
    "I'll provide the answer after I've read the page.",
    'To answer this question I need to read the page. Let me check the page for you.',
    'Sure! I will search the page for this information.',
    'Ich werde die Seite lesen.',
    'Je vais consulter la page.',
    'Voy a buscar en la página.',
    'Сейчас я прочитаю страницу.',
    '我会先查看页面内容。',
    'ページを確認します。',
  ])('is recognized: %s', (text) => expect(announces(text)).toBe(true));

  test.each([
    'The lock closes at 21:40.',
    'The page does not say when the lock closes.',
    'I will read the page again: it says "The lock closes in winter".',
    'Let me know if you need anything else.',
    'You can check the opening hours on the website of the office.',
    '',
  ])('is not confused with an answer: %s', (text) => expect(announces(text)).toBe(false));

  test('is false if the step made a call', () => {
    const run = lastRun(
      threadOf(
        asked('q', 'Why?'),
        runStart('r'),
        ...step('r:0', said("I'll read the page."), ...called('a', 'read_page')),
      ),
    );
    expect(run.steps.some(announcesCall)).toBe(false);
  });
});
