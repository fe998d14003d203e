// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { scriptedChat } from '../../lib/testing/agent/scripted-chat.ts';
import { readTestDocument } from '../../lib/testing/page-reader/read-document.ts';
import { buildReading, granted, MemoryPages } from '../../lib/testing/tools/memory-pages.ts';
import { readTabContext } from '../../lib/tools/index.ts';
import { countCalls, saveCallPath } from './files-called.ts';

test('a page passes few files until it is the context of a question', async () => {
  document.title = 'Harbor';
  document.body.innerHTML = '<main><h1>Harbor</h1><p>The lock closes at 21:40 in winter.</p></main>';
  const filesCalled = await countCalls();
  let files: string[] = [];
  const tab = granted(buildReading('harbor', 'Not this.'));
  const page = Object.assign(new MemoryPages({ 1: tab }), {
    async read() {
      await filesCalled();
      return { ...tab.reading, ...(await readTestDocument(document, window)), url: tab.reading.url };
    },
  });
  const chat = scriptedChat({
    world: {
      tools: [],
      context: {
        page,
        async read(...asked: Parameters<typeof readTabContext>) {
          const context = await readTabContext(...asked);
          files = await filesCalled();
          return context;
        },
      },
    },
    known: () => ({ title: 'Harbor', url: tab.reading.url }),
  });
  await chat.ask('When does the lock close?');
  expect(JSON.stringify(chat.client.requests[0])).toContain('21:40 in winter');
  saveCallPath('a page to the context', files);
  expect(files.length).toBeLessThanOrEqual(66);
});
