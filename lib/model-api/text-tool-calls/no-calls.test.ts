import { expect, test } from 'vitest';
import type { ModelEvent } from '../../contracts/model-client.ts';
import { EXAMPLE_TOOLS } from '../../testing/model-api/dialect-examples.ts';
import { NO_CALL_ANSWERS } from '../../testing/model-api/no-call-answers.ts';
import { NO_CALLS } from '../../testing/model-api/no-call-examples.ts';
import { CallIds } from '../tool-input/call-identity.ts';
import { DialectLexer } from './lexer.ts';

function read(pieces: readonly string[]): ModelEvent[] {
  const lexer = new DialectLexer(EXAMPLE_TOOLS, new CallIds([]));
  return [...pieces.flatMap((piece) => lexer.push(piece)), ...lexer.end({ isTruncated: false })];
}

test('the corpus has at least 200 different answers without a call', () => {
  expect(new Set(NO_CALLS.map(([, text]) => text)).size).toBeGreaterThanOrEqual(200);
  expect(new Set(NO_CALL_ANSWERS.map(([, text]) => text)).size).toBeGreaterThanOrEqual(200);
});

test.each([...NO_CALLS, ...NO_CALL_ANSWERS])('finds no call in %s', (title, text) => {
  for (const pieces of [[text], [...text]]) {
    const events = read(pieces);
    expect(
      events.filter((event) => event.type === 'tool-input-available' || event.type === 'tool-input-error'),
    ).toEqual([]);
    const shown = events.map((event) => (event.type === 'text-delta' ? event.delta : '')).join('');
    // A header that names the user is not part of its message.
    expect(shown).toBe(title.startsWith('a message') ? text.replace('to=user<|message|>', '') : text);
  }
});
