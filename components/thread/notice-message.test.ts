import { expect, test } from 'vitest';
import { StepNotice } from '../../lib/contracts/event.ts';
import { noticeMessage } from './notice-message.ts';

test.each<[StepNotice, string]>([
  [{ code: 'waiting', model: 'm', seconds: 12, cause: 'rate-limit' }, 'm is busy. Trying again in 12 s'],
  [{ code: 'waiting', model: 'm', seconds: 1, cause: 'network' }, 'm can’t be reached. Trying again in 1 s'],
  [{ code: 'shortened', what: 'results' }, 'Older results were shortened to fit the model.'],
])('%j is said in words', (notice, words) => {
  expect(StepNotice.parse(notice)).toEqual(notice);
  expect(noticeMessage(notice)).toBe(words);
});

test('that a server has cut the conversation says how to give it more', () => {
  expect(noticeMessage({ code: 'shortened', what: 'by-server', tokens: 4096 })).toMatch(/4,096.*num_ctx/);
});

test('a sentence in the log of an older version is shown as it is', () => {
  const old = { code: 'shortened', message: 'Ältere Ergebnisse wurden gekürzt.' };
  expect(noticeMessage(StepNotice.parse(old))).toBe('Ältere Ergebnisse wurden gekürzt.');
});

test('one without values is said in the user’s language, whatever an older version wrote', () => {
  expect(noticeMessage(StepNotice.parse({ code: 'queued', message: 'Wartet.' }))).toMatch(/^Waiting/);
});
