// How much of a dialect can be read without its table of markers: by the rules for tags in any namespace and for
// markers of no dialect.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { TextCase } from '../../../scripts/replay-text-case.ts';
import { EXAMPLE_TOOLS, EXAMPLES } from '../../testing/model-api/dialect-examples.ts';
import { lexerOutcome } from '../../testing/model-api/lexer-outcome.ts';
import { NO_CALL_ANSWERS } from '../../testing/model-api/no-call-answers.ts';
import { NO_CALLS } from '../../testing/model-api/no-call-examples.ts';
import { CallIds } from '../tool-input/call-identity.ts';
import type { Dialect } from './dialect.ts';
import { DIALECTS } from './formats/all-formats.ts';

type Lexer = typeof import('./lexer.ts')['DialectLexer'];

/** Makes modules that are imported afterwards behave as if this dialect did not exist. */
function leaveOut(left: Dialect | null): void {
  vi.resetModules();
  vi.doMock('./formats/all-formats.ts', () => ({ DIALECTS: DIALECTS.filter((dialect) => dialect !== left) }));
}

async function importLexerWithout(left: Dialect): Promise<Lexer> {
  leaveOut(left);
  return (await import('./lexer.ts')).DialectLexer;
}

function read(lexerClass: Lexer, text: string) {
  const lexer = new lexerClass(EXAMPLE_TOOLS, new CallIds([]));
  return lexerOutcome([...lexer.push(text), ...lexer.end({ isTruncated: false })]);
}

/** Normalizes bars and joints in the same way as `MarkerTrie`. */
function fold(text: string): string {
  return text.replaceAll('｜', '|').replaceAll('▁', '_');
}

function listTexts(dialect: Dialect): string[] {
  const markers = (dialect.open ?? dialect.close ?? []).map(fold);
  return EXAMPLES.map(([, text]) => text).filter((text) => markers.some((marker) => fold(text).includes(marker)));
}

const FOUND = [['find_in_page', { query: 'high tide', limit: 3 }]];

afterEach(() => {
  vi.doUnmock('./formats/all-formats.ts');
  vi.resetModules();
});

test('without the table of their dialect, at least 70 % of the texts are read, and no other text as a call', async () => {
  let count = 0;
  const unread: string[] = [];
  for (const dialect of DIALECTS) {
    const texts = listTexts(dialect);
    if (texts.length === 0) continue;
    count += texts.length;
    const lexer = await importLexerWithout(dialect);
    const isRead = (text: string) => JSON.stringify(read(lexer, text).calls) === JSON.stringify(FOUND);
    unread.push(...texts.filter((text) => !isRead(text)));
    for (const [title, text] of [...NO_CALLS, ...NO_CALL_ANSWERS]) expect(read(lexer, text).calls, title).toEqual([]);
  }
  expect(count).toBeGreaterThanOrEqual(57);
  expect(1 - unread.length / count, unread.join('\n')).toBeGreaterThanOrEqual(0.7);
});

/** Texts from other projects' tests. Optional, beside the checkout. */
const CORPUS = path.resolve(import.meta.dirname, '../../../../shared/corpus/text');

function loadTexts(): TextCase[] {
  const files = readdirSync(CORPUS).filter((file) => file.endsWith('.jsonl'));
  const lines = files.flatMap((file) => readFileSync(path.join(CORPUS, file), 'utf8').trim().split('\n'));
  return lines.map((line) => JSON.parse(line));
}

if (!existsSync(CORPUS)) test('skipped: no corpus', ({ skip }) => skip());
else {
  test('this also applies to texts of other projects that are read with the table', async () => {
    const texts = loadTexts();
    const readCalls = async (left: Dialect | null, cases: readonly TextCase[]) => {
      leaveOut(left);
      const { readTextCase } = await import('../../../scripts/replay-text-case.ts');
      return cases.map((each) => readTextCase(each, 'whole').calls);
    };
    let [count, readCount] = [0, 0];
    for (const dialect of DIALECTS) {
      const markers = (dialect.open ?? []).map(fold);
      const cases = texts.filter(
        (each) => each.expected_calls.length > 0 && markers.some((marker) => fold(each.text).includes(marker)),
      );
      if (cases.length === 0) continue;
      const withTable = await readCalls(null, cases);
      const without = await readCalls(dialect, cases);
      const isRead = withTable.map((calls) => calls.length > 0);
      const isSame = (at: number) => JSON.stringify(without[at]) === JSON.stringify(withTable[at]);
      count += isRead.filter(Boolean).length;
      readCount += isRead.filter((read, at) => read && isSame(at)).length;
    }
    expect(count).toBeGreaterThan(400);
    expect(readCount / count).toBeGreaterThanOrEqual(0.7);
  });
}
