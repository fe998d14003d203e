import { expect, test } from 'vitest';
import { type ModelMessage, type ModelRequest, type PdfFile, pdfsIn } from '../../contracts/model-client.ts';
import { asked, buildThread, pageContext, runStart } from '../../testing/agent/scripted-thread.ts';
import { collectPdfFiles, ignoredPdfs, wasPdfRefused, withPdfFiles } from './pdf-files.ts';

const FILE: PdfFile = { name: 'tides.pdf', label: 'A PDF', data: 'JVBERi0', tokens: 3_100, pages: 2 };
const pdf = (data: string) => ({ data, pages: 2, textLength: 100 });

test('a text of a PDF that an earlier question has as a file belongs to that file', () => {
  const files = collectPdfFiles([
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
  // A file counts as sent if the same object is sent.
  expect(new Set(files.values()).size).toBe(2);
});

test('a file of a tab is named after the page, with secrets masked', () => {
  const toPdfName = (title: string) => {
    const source = { ...pageContext().source, title };
    return collectPdfFiles([{ contextId: 'c', context: pageContext({ source, pdf: pdf('one') }) }]).get('c')?.name;
  };
  expect(toPdfName(' Tides\n of  2026 ')).toBe('Tides of 2026');
  expect(toPdfName('Card 4111 1111 1111 1111')).toBe('Card [masked: card number]');
  expect(toPdfName('x'.repeat(500))).toHaveLength(200);
  expect(toPdfName(' ')).toBe('document.pdf');
});

test('a PDF is in a request once, in place of all its texts', () => {
  const question = (...files: (PdfFile | null)[]): ModelMessage => {
    const data = files.map((file) => ({ label: 'L', text: 'Text.', ...(file === null ? {} : { pdf: file }) }));
    return { role: 'user', content: 'Why?', attached: { delimiter: 'f', data, images: [] } };
  };
  const other = { ...FILE, name: 'moon.pdf' };
  const messages = withPdfFiles([question(FILE, null), question(null, FILE), question(FILE, other)]);
  expect(messages.map((message) => pdfsIn({ messages: [message] }).map(({ name }) => name))).toEqual([
    ['tides.pdf'],
    [],
    ['moon.pdf'],
  ]);
  expect(messages.map((message) => message.role === 'user' && message.attached?.data.length)).toEqual([1, 1, 0]);
});

test('a PDF was refused by the model that refused it, not by another one or elsewhere', () => {
  const state = buildThread(
    asked('q', 'Why?'),
    runStart('r', { model: { endpointId: 'e', modelId: 'm' } }),
    { type: 'step-start', stepId: 'r:0', toolMode: 'native' },
    { type: 'step-reset', stepId: 'r:0', reason: 'pdf-refused' },
  );
  expect(wasPdfRefused(state, { endpointId: 'e', modelId: 'm' })).toBe(true);
  expect(wasPdfRefused(state, { endpointId: 'e', modelId: 'other' })).toBe(false);
  expect(wasPdfRefused(state, { endpointId: 'other', modelId: 'm' })).toBe(false);
});

test('a server that counts no tokens at all is not suspected of dropping a PDF', () => {
  const attached = { delimiter: 'f', data: [], images: [], pdfs: [FILE] };
  const messages: ModelMessage[] = [{ role: 'user', content: 'Why?', attached }];
  const options = { modelId: 'm', system: '', toolMode: 'none', maxOutputTokens: null, attempt: 0 } as const;
  const request: ModelRequest = { ...options, tools: [], messages };
  expect(ignoredPdfs(request, { inputTokens: 20 })).toBe(true);
  expect(ignoredPdfs(request, { inputTokens: 0 })).toBe(false);
  expect(ignoredPdfs(request, { outputTokens: 5 })).toBe(false);
  expect(ignoredPdfs(request, null)).toBe(false);
  expect(ignoredPdfs({ ...request, messages: [{ role: 'user', content: 'Why?' }] }, { inputTokens: 1 })).toBe(false);
});
