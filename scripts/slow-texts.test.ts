import { expect, test } from 'vitest';
import { textForField } from '../lib/contracts/focused-field.ts';
import type { PageBlock } from '../lib/contracts/index.ts';
import { lexAnswer } from '../lib/documents/index.ts';
import { errorText, failedGeneration } from '../lib/model-api/errors/error-text.ts';
import { redactor } from '../lib/model-api/errors/redact.ts';
import { hasAmount } from '../lib/page-reader/document/cards.ts';
import { cutBlock } from '../lib/page-reader/document/markdown-text.ts';
import { codeBlock } from '../lib/page-reader/dom/source-text.ts';
import { turnRanges } from '../lib/page-reader/pdf/reading-direction.ts';
import { listPageLinks } from '../lib/page-reader/query/format.ts';
import { linesOfVtt } from '../lib/page-reader/transcript/caption-lines.ts';
import { LINEAR_GROWTH, timeGrowth } from '../lib/testing/time-growth.ts';

const list = (markdown: string) => {
  const block: PageBlock = { markdown, kind: 'paragraph', headingLevel: null };
  return listPageLinks([block], new Map());
};

/** Texts of pages, servers and models that were made to take time: a text, what repeats in it, and its end. */
test.each<[string, (text: string) => unknown, string, string]>([
  ['code with a long gap', (text) => codeBlock(text, ''), ' ', 'x'],
  ['code with many gaps', (text) => codeBlock(text, ''), '\t ', 'x\n'],
  ['a long gap where a text is cut', (text) => cutBlock(text, 0, 90_000), ' ', 'x'],
  ['a number without an end on a card', hasAmount, "1.1'", 'x'],
  ['a number without an end in a PDF', turnRanges, '1', '–'],
  ['a time without an end in captions', linesOfVtt, '1', ' -->'],
  ['a long gap for a field of one line', (text) => textForField(text, { isMultiline: false }), ' ', 'x'],
  ['ticks within details of an answer', (text) => lexAnswer(`<details>\n${text}`), '`', '\n'],
  ['beginnings of keys in an answer', redactor(null), 'ghp-', ' '],
  ['beginnings of keys in an error', errorText, 'ghp-', ' '],
  ['pictures within a link that does not end', (text) => list(`[${text}`), '![]()', ''],
  ['an output that a server quotes without an end', failedGeneration, "error parsing tool call: raw='", ''],
])('a text that was made to take time is read in one that grows with its length: %s', async (_, read, unit, end) => {
  const growth = await timeGrowth((size) => read(unit.repeat(size / unit.length) + end), 100_000);
  expect(growth).toBeLessThan(LINEAR_GROWTH);
});
