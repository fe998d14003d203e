import { expect, test } from 'vitest';
import { pageContext } from '../../testing/agent/scripted-thread.ts';
import { pdfFilesOf } from './pdf-files.ts';

const pdf = (data: string) => ({ data, pages: 2, textLength: 100 });

test('a text of a PDF that an earlier question has as a file belongs to that file', () => {
  const files = pdfFilesOf([
    { contextId: 'as text', context: pageContext() },
    { contextId: 'file', context: pageContext({ pdf: pdf('one') }) },
    { contextId: 'selected', context: pageContext({ earlier: ['file'] }) },
    { contextId: 'later', context: pageContext({ earlier: ['as text', 'file', 'selected'] }) },
    { contextId: 'more text', context: pageContext({ earlier: ['as text'] }) },
    { contextId: 'changed', context: pageContext({ pdf: pdf('two') }) },
  ]);
  expect([...files].map(([contextId, { data }]) => [contextId, data])).toEqual([
    ['file', 'one'],
    ['selected', 'one'],
    ['later', 'one'],
    ['changed', 'two'],
  ]);
  // A file counts as sent by its identity.
  expect(new Set(files.values()).size).toBe(2);
});

test('a file of a tab is named after the page, with secrets masked', () => {
  const nameOf = (title: string) => {
    const source = { ...pageContext().source, title };
    return pdfFilesOf([{ contextId: 'c', context: pageContext({ source, pdf: pdf('one') }) }]).get('c')?.name;
  };
  expect(nameOf(' Tides\n of  2026 ')).toBe('Tides of 2026');
  expect(nameOf('Card 4111 1111 1111 1111')).toBe('Card [masked: card number]');
  expect(nameOf('x'.repeat(500))).toHaveLength(200);
  expect(nameOf(' ')).toBe('document.pdf');
});
