import { describe, expect, test } from 'vitest';
import type { EventOf, ThreadEvent } from '../../contracts/event.ts';
import type { ContextPart } from '../../contracts/page-context.ts';
import { asked, buildThread, called, lastRun, runStart, step, textDelta } from '../../testing/agent/scripted-thread.ts';
import { announcesCall, continuesAutomatically } from './announced-call.ts';

const buildSteps = (...events: ThreadEvent[]) =>
  lastRun(buildThread(asked('q', 'Why?'), runStart('r'), ...events)).steps;
const doesAnnounce = (...events: ThreadEvent[]) => buildSteps(...events).some(announcesCall);
const announces = (text: string) => doesAnnounce(...step('r:0', textDelta(text)));
const thought = (delta: string): ThreadEvent => ({ type: 'reasoning-delta', delta });

describe('announcesCall', () => {
  test.each([
    "I'll provide the answer after I've read the page.",
    'To answer this question I need to read the page. Let me check the page for you.',
    'Sure! I will search the page for this information.',
    'Sure. Of course. I will search the page for this information.',
    'Let me check the page.\n',
    'Ich werde die Seite lesen.',
    'Je vais consulter la page.',
    'Voy a buscar en la página.',
    'Сейчас я прочитаю страницу.',
    '我会先查看页面内容。',
    'ページを確認します。',
    '承知しました。ページを確認します。',
  ])('is recognized: %s', (text) => expect(announces(text)).toBe(true));

  test.each([
    'The lock closes at 21:40.',
    'The page does not say when the lock closes.',
    'I will read the page again: it says "The lock closes in winter".',
    'Let me know if you need anything else.',
    'Let me check the page. The lock closes in winter.',
    'ページを確認します。冬は早く閉まります。',
    'You can check the opening hours on the website of the office.',
    '',
  ])('is not confused with an answer: %s', (text) => expect(announces(text)).toBe(false));

  test('is false if the step made a call', () => {
    expect(doesAnnounce(...step('r:0', textDelta("I'll read the page."), ...called('a', 'read_page')))).toBe(false);
  });

  test('is about the text as a whole, without the reasoning in it', () => {
    const parts = [textDelta('Let me '), thought('It has 3 sections.'), textDelta('check the page.')];
    expect(doesAnnounce(...step('r:0', ...parts))).toBe(true);
    expect(doesAnnounce(...step('r:0', thought("I'll read the page.")))).toBe(false);
  });

  test('is only true of a short text', () => {
    const ofLength = (length: number) =>
      `${'The harbor is old. '.repeat(30).slice(0, length - 23)} Let me check the page.`;
    expect([ofLength(400).length, announces(ofLength(400))]).toEqual([400, true]);
    expect(announces(ofLength(401))).toBe(false);
  });

  test.each<[EventOf<'step-end'>['finishReason'], boolean]>([
    ['stop', true],
    ['other', true],
    ['length', false],
    ['content-filter', false],
  ])('is only true of a response that the model ended itself: %s', (finishReason, expected) => {
    const start: ThreadEvent = { type: 'step-start', stepId: 'r:0', toolMode: 'native' };
    const end: ThreadEvent = { type: 'step-end', finishReason };
    expect(doesAnnounce(start, textDelta('Let me check the page.'), end)).toBe(expected);
    expect(doesAnnounce(start, textDelta('Let me check the page.'))).toBe(false);
  });
});

describe('continuesAutomatically', () => {
  const announcement = (stepId: string) => step(stepId, textDelta('Let me check the page.'));
  const other = (stepId: string) => step(stepId, textDelta('One moment, please.'));
  const withoutTools = [
    { type: 'step-start', stepId: 'r:0', toolMode: 'none' } as const,
    ...announcement('r:0').slice(1),
  ];
  const page = (state: 'available' | 'skipped') => [{ state } as ContextPart];

  test('is true after the first announcement of a run, if it is in the last step', () => {
    expect(continuesAutomatically([], [])).toBe(false);
    expect(continuesAutomatically(buildSteps(...announcement('r:0')), [])).toBe(true);
    expect(continuesAutomatically(buildSteps(...other('r:0'), ...announcement('r:1')), [])).toBe(true);
    expect(continuesAutomatically(buildSteps(...announcement('r:0'), ...other('r:1')), [])).toBe(false);
    expect(continuesAutomatically(buildSteps(...announcement('r:0'), ...announcement('r:1')), [])).toBe(false);
    const again = [...announcement('r:0'), ...other('r:1'), ...announcement('r:2')];
    expect(continuesAutomatically(buildSteps(...again), [])).toBe(false);
  });

  test('without tools needs a page to answer from', () => {
    expect(continuesAutomatically(buildSteps(...withoutTools), [])).toBe(false);
    expect(continuesAutomatically(buildSteps(...withoutTools), page('skipped'))).toBe(false);
    expect(continuesAutomatically(buildSteps(...withoutTools), [...page('skipped'), ...page('available')])).toBe(true);
  });
});
