// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { beforeAll, describe, expect, test } from 'vitest';
import english from '../public/_locales/en/messages.json' with { type: 'json' };
import { DemoHub, type DemoNote, installStandIns } from './stand-ins.ts';

const notes: DemoNote[] = [];
const opened: string[] = [];
const hub = new DemoHub(
  { showArticle: () => undefined, open: (path) => opened.push(path), say: (note) => notes.push(note) },
  Promise.resolve(english),
);

/** happy-dom has no locks. Every lock is free here. */
const LOCKS = {
  request: async (_name: string, ...rest: unknown[]) => (rest.at(-1) as (lock: object) => unknown)({}),
  query: async () => ({ held: [] }),
};

/** Everything runs in one document: the worker, and a page that sends it commands. */
beforeAll(async () => {
  for (const [name, value] of Object.entries({ locks: LOCKS, storage: {} }))
    Object.defineProperty(navigator, name, { value, configurable: true });
  document.title = 'How tides work';
  document.body.innerHTML = '<main><p>Most coasts pass through two high waters in every lunar day.</p></main>';
  await installStandIns(hub, '/sidepanel.html');
  hub.article.resolve({
    window,
    async runFile(file) {
      if (file !== '/page-reader.js') throw new Error(`There is no script ${file}.`);
      return (await import('../entrypoints/page-reader.ts')).default.main();
    },
  });
  const { default: background } = await import('../entrypoints/background/index.ts');
  background.main();
  hub.worker.resolve();
});

test('the worker answers a question of a page by the practice model', async () => {
  const { sendCommand } = await import('../lib/extension/index.ts');
  const { openStorage } = await import('../lib/storage/index.ts');
  const threadId = crypto.randomUUID();
  const reply = await sendCommand({
    type: 'send',
    threadId,
    messageId: crypto.randomUUID(),
    content: 'help',
    model: { endpointId: 'practice', modelId: 'practice' },
    tabId: 1,
  });
  expect(reply).toMatchObject({ type: 'done' });
  const storage = openStorage();
  const readLog = async () => JSON.stringify(await storage.events.read(threadId));
  await expect.poll(readLog).toContain('run-end');
  expect(await readLog()).toContain('two high waters');
});

describe('the stand-ins', () => {
  test('keep settings for all documents of the tab, and report changes', async () => {
    const { maxSteps } = (await import('../lib/extension/index.ts')).settings;
    const changes: number[] = [];
    const stop = maxSteps.watch((value) => void changes.push(value));
    await maxSteps.setValue(5);
    expect(await maxSteps.getValue()).toBe(5);
    await expect.poll(() => changes).toEqual([5]);
    stop();
  });

  test('allow single sites, and name the extension for anything else', async () => {
    const { hasHostPermission, requestAllSites, requestHostPermission } = await import('../lib/extension/index.ts');
    expect(await hasHostPermission('https://api.example.com/v1')).toBe(false);
    expect(await requestHostPermission('https://api.example.com/v1')).toBe(true);
    expect(await hasHostPermission('https://api.example.com/v1')).toBe(true);
    expect(notes).toEqual([]);
    expect(await requestAllSites()).toBe(false);
    expect(notes).toEqual([{ type: 'needs-extension' }]);
  });

  test('open settings next to the article', async () => {
    const { openSettings } = await import('../lib/extension/index.ts');
    await openSettings('');
    await openSettings('keys');
    expect(opened).toEqual(['/options.html', '/options.html#keys']);
  });
});
