import { expect, test } from 'vitest';
import { patienceFor, patienceForOnePiece } from './watchdog.ts';

test('servers near by, which load the model and read the prompt first, get more time than hosted ones', () => {
  const hosted = patienceFor('public');
  for (const near of [patienceFor('loopback'), patienceFor('private')]) {
    expect(near.headers).toBeGreaterThan(hosted.headers);
    expect(near.firstContent).toBeGreaterThan(hosted.firstContent);
    expect(near.idle).toBeGreaterThan(hosted.idle);
  }
});

test('a reply in one piece may be silent as long as a streamed one may be before and between its words', () => {
  const patience = patienceForOnePiece({ headers: 1, firstContent: 2, idle: 4, total: 100 });
  expect(patience).toEqual({ headers: 7, firstContent: 2, idle: 4, total: 100 });
});
