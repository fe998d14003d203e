import { describe, expect, test } from 'vitest';
import type { ModelEvent } from '../../contracts/model-client.ts';
import { EXAMPLE_TOOLS } from '../../testing/model-api/dialect-examples.ts';
import { KEPT_ASIDE, TUNED, wrappedCalls } from '../../testing/model-api/wrapped-examples.ts';
import { CallIds } from '../tool-input/call-identity.ts';
import { DialectLexer } from './lexer.ts';

function read(pieces: readonly string[]) {
  const lexer = new DialectLexer(EXAMPLE_TOOLS, new CallIds([]));
  const events: ModelEvent[] = [...pieces.flatMap((piece) => lexer.push(piece)), ...lexer.end({ isTruncated: false })];
  const text = events.map((event) => (event.type === 'text-delta' ? event.delta : '')).join('');
  const calls = events.flatMap((event) => (event.type === 'tool-input-available' ? [event.input] : []));
  return { calls, text: text.trim() };
}

function isRight(text: string): boolean {
  const found = read([text]);
  const said = text.startsWith('Let me look') ? 'Let me look for it.' : '';
  return JSON.stringify(found) === JSON.stringify({ calls: [{ query: 'high tide', limit: 3 }], text: said });
}

describe.each([
  ['looked at', TUNED, 0.3],
  ['kept aside', KEPT_ASIDE, 0.36],
] as const)('calls in wrappers that were %s', (_kind, wrappers, share) => {
  const cases = wrappedCalls(wrappers);

  test('are recognized at the expected rate', () => {
    const wrong = cases.filter(([, text]) => !isRight(text)).map(([title]) => title);
    expect((cases.length - wrong.length) / cases.length).toBeGreaterThanOrEqual(share);
  });

  test.each(cases)('%s: gives the same result wherever the text is split', (_title, text) => {
    const whole = read([text]);
    expect(read([...text])).toEqual(whole);
    for (let at = 1; at < text.length; at++) expect(read([text.slice(0, at), text.slice(at)])).toEqual(whole);
  });
});
