import { describe, expect, test } from 'vitest';
import { listToolCalls } from '../contracts/index.ts';
import { THREAD_ID } from '../testing/agent/crash-scenario.ts';
import { scriptedChat } from '../testing/agent/scripted-chat.ts';
import { STEP_END, scriptedCall, scriptedText } from '../testing/agent/scripted-model.ts';
import { hasResult } from '../testing/agent/scripted-run.ts';
import { buildReading, granted, MemoryPages } from '../testing/tools/memory-pages.ts';
import { askedBefore, at, run } from '../testing/tools/sample-pages.ts';
import { tools } from './index.ts';
import { readTabContext } from './read-context.ts';
import { readPage } from './read-page.ts';
import { readPdf } from './read-pdf.ts';
import { readTranscript } from './read-transcript.ts';

describe('read_transcript', () => {
  test('returns captions with times, from the requested time', async () => {
    const { content } = await run(readTranscript, {}, at(7));
    expect(content).toContain('Language: en\n\n[0:00] Sentence 0. Sentence 1.\n[0:40] Sentence 2.');
    expect((await run(readTranscript, { from: '33:00' }, at(7))).content).toMatch(/\n\n\[33:00\] Sentence 99\.$/);
  });

  test('is returned in parts', async () => {
    const { content } = await run(readTranscript, {}, at(7, 4000));
    const from = /…goes on until 33:00; call read_transcript with from "([\d:]+)"$/.exec(content)?.[1];
    expect((await run(readTranscript, { from }, at(7))).content).toContain(`\n\n[${from}] Sentence`);
  });

  test('starts at the beginning for an invalid time, with a note', async () => {
    const { content } = await run(readTranscript, { from: 'the end' }, at(7));
    expect(content).toContain('Note: "the end" is no time; this is the beginning.\n\n[0:00] Sentence 0.');
    expect((await run(readTranscript, { from: '[33:00]' }, at(7))).content).toMatch(/\n\n\[33:00\] Sentence 99\.$/);
  });

  test('reports missing captions', async () => {
    expect((await run(readTranscript, {}, at(1))).content).toContain('no video with captions');
  });
});

describe('read_pdf', () => {
  test('reads the requested pages, and says which are next', async () => {
    const { content } = await run(readPdf, { pages: '3-4' }, at(8));
    expect(content).toMatch(/PDF, 12 pages\n\n# Page 3\n\n[^#]*# Page 4\n\n[^#]*$/);
    const part = await run(readPdf, {}, at(8, 20_000));
    expect(part.content).toMatch(/…pages \d+ to 12 of 12 are left; call read_pdf with pages "\d+-"$/);
    expect((await run(readPdf, { pages: '40' }, at(8))).content).toContain('There is no page 40');
  });

  test('shows the pages it was asked for while it reads', async () => {
    const { found } = await run(readPdf, { pages: '3-4' }, at(8));
    const items = found.flatMap((delta) => (delta.kind === 'pdf-pages' ? delta.items : []));
    expect(items.map(({ page }) => page)).toEqual([3, 4]);
    expect(items[0]?.text).toContain('Words and words');
    expect((await run(readPage, {}, at(8))).found).toMatchObject([{ items: { length: 12 } }]);
    expect((await run(readPage, {}, at(1))).found).toEqual([]);
  });

  test('reads a document the page links to, by number or address', async () => {
    for (const link of ['L2', 'https://files.test/manual.pdf', 'The manual']) {
      expect((await run(readPdf, { link, pages: '2' }, at(7))).content).toContain('# Page 2');
    }
  });

  test('only loads documents the page links to, so that no address can exfiltrate text', async () => {
    await expect(run(readPdf, { link: 'https://files.test/manual.pdf?secret=1' }, at(7))).rejects.toThrow(/is no link/);
    await expect(run(readPdf, { link: 'L9' }, at(7))).rejects.toThrow(/is no link/);
  });

  test('needs approval for a document on another site', async () => {
    expect(await askedBefore(readPdf, { link: 'L1' }, at(7))).toMatchObject({
      type: 'page-access',
      reason: { key: 'askLoadDocument', values: { url: 'https://shop.test/legal/terms' } },
      document: 'https://shop.test/legal/terms',
    });
    expect(await askedBefore(readPdf, { link: 'L2' }, at(7))).toBeNull();
  });

  test('reads a page that is not a PDF as a page, without a model request', async () => {
    const { content, followUp } = await run(readPdf, {}, at(1));
    expect(content).toContain('This is no PDF');
    expect(followUp).toEqual({ toolName: 'read_page', input: {} });
  });

  test('reads the document that was approved, and no other that the page has put under its number since', async () => {
    const addresses = ['https://files.test/a.pdf', 'https://intranet.test/b.pdf'] as const;
    const documents = Object.fromEntries(
      addresses.map((url) => [url, { ...buildReading('doc', '# Page 1', `Text of ${url}`), url, pdfPages: 1 }]),
    );
    const outputAfter = async (readings: number) => {
      const pages = new MemoryPages({ 1: granted(buildReading('shop', '')) }, documents);
      let count = 0;
      pages.read = async () => buildReading('shop', `See [the manual](${addresses[count++ < readings ? 0 : 1]}).`);
      const chat = scriptedChat({
        script: (request) =>
          hasResult(request)
            ? [...scriptedText('Done.'), STEP_END]
            : [...scriptedCall('c1', 'read_pdf', { link: 'L1' }), { type: 'step-end', finishReason: 'tool-calls' }],
        policy: { mode: 'on-demand', maxTokens: 24_000 },
        world: { tools, context: { page: pages, read: readTabContext } },
        known: () => ({ title: 'shop', url: 'https://shop.test/' }),
      });
      await chat.ask('What does the manual say?');
      const calls = () => chat.run().steps.flatMap(listToolCalls);
      expect(calls()).toMatchObject([{ state: 'approval-requested', request: { document: addresses[0] } }]);
      await chat.log.append(
        THREAD_ID,
        [{ type: 'tool-approval-response', toolCallId: 'c1', approved: true }],
        chat.run().messageId,
      );
      await chat.goOn();
      return calls();
    };
    expect(await outputAfter(Number.POSITIVE_INFINITY)).toMatchObject([
      { state: 'output-available', output: { content: expect.stringContaining('Text of https://files.test') } },
    ]);
    // Read once for the question and once more for the approval.
    expect(await outputAfter(2)).toMatchObject([{ state: 'output-error', code: 'other-site' }]);
  });
});
