import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EXAMPLE_TOOLS, EXAMPLES } from '../../testing/model-api/dialect-examples.ts';
import { lexerOutcome } from '../../testing/model-api/lexer-outcome.ts';
import { CallIds } from '../tool-input/call-identity.ts';
import { DialectLexer } from './lexer.ts';

function read(pieces: readonly string[]) {
  const lexer = new DialectLexer(EXAMPLE_TOOLS, new CallIds([]));
  const events = [...pieces.flatMap((piece) => lexer.push(piece)), ...lexer.end({ isTruncated: false })];
  const { shown: text, calls } = lexerOutcome(events);
  return { text, calls, formats: [...lexer.formats] };
}

const FOUND = ['find_in_page', { query: 'high tide', limit: 3 }];
const shown = (text: string) => text.replace(/Thought:[^\n]*\n|I look\.\n/, '').trim();

test.each(EXAMPLES)('%s: emits one call and none of its text', (_dialect, text, format) => {
  const { calls, text: rest, formats } = read([text]);
  expect(calls).toEqual([FOUND]);
  expect(shown(rest)).toBe(text.includes('Observation') ? 'found' : '');
  expect(formats).toEqual([format]);
});

/** The name comes after the arguments, or the arguments are inside two objects, so that they are read as a whole. */
const ANNOUNCED_LATE = ['Hermes, arguments first', 'Apertus', 'OpenAI-shaped', 'llama.cpp generic'];
const SECTION_END = /<\/(?:\w+:)?(?:tool|function)_calls?>|calls▁end|calls_end|section_end|END_(?!ARG)|_end\|>/;

test.each(EXAMPLES)('%s: is announced before its first value arrives, and complete after its last', (dialect, text) => {
  const lexer = new DialectLexer(EXAMPLE_TOOLS, new CallIds([]));
  const arrivals = new Map<string, number>();
  for (let at = 0; at <= text.length; at++) {
    const events = at < text.length ? lexer.push(text.charAt(at)) : lexer.end({ isTruncated: false });
    for (const { type } of events) arrivals.set(type, at);
  }
  const announcedAt = arrivals.get('tool-input-start') ?? Number.NaN;
  expect(announcedAt).toBeGreaterThanOrEqual(text.indexOf('find_in_page') + 'find_in_page'.length);
  if (!ANNOUNCED_LATE.includes(dialect)) expect(announcedAt).toBeLessThan(text.indexOf('high tide'));
  const completeAt = arrivals.get('tool-input-available') ?? Number.NaN;
  expect(completeAt).toBeGreaterThan(text.lastIndexOf('3'));
  // At most the call's own tag has to be closed for that, not the section around it.
  expect(text.slice(text.lastIndexOf('3') + 1, completeAt)).not.toMatch(SECTION_END);
});

test.each(EXAMPLES)('%s: gives the same result wherever the text is split', (_dialect, text) => {
  const whole = read([text]);
  expect(read([...text])).toEqual(whole);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 8 }), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), text.length];
      expect(read(at.map((start, index) => text.slice(start, at[index + 1] ?? start)))).toEqual(whole);
    }),
    { numRuns: 30 },
  );
});

test.each(EXAMPLES.filter(([, text]) => !/^(Action|I look|find_in|Thought|TOOL_NAME)/.test(text)))(
  '%s: text before it stays, in order',
  (_dialect, text) => {
    const isFirstOnly = /^(?:[{]|commentary|to=|```(?:json)?\n|\[\{)/.test(text);
    if (isFirstOnly) return;
    const { calls, text: rest } = read([`Let me look.\n\n${text}`]);
    expect(calls).toEqual([FOUND]);
    expect(rest.trim()).toMatch(/^Let me look\./);
  },
);
