import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openStorage } from '../storage/stores.ts';
import { asked, runEnd, runStart } from '../testing/agent/scripted-thread.ts';
import { resumeOpenRuns } from './runs.ts';

test('a new worker resumes each thread with an open run or a queue once', async () => {
  const storage = openStorage(crypto.randomUUID());
  const log = storage.events.createLog(() => 1);
  await log.append('open', [asked('q', 'Why?'), runStart('r')], null);
  await log.append('ended', [asked('q', 'Why?'), runStart('r'), runEnd()], null);
  const message = {
    messageId: 'm',
    content: 'And?',
    model: { endpointId: 'e', modelId: 'm' },
    tabId: null,
    site: null,
  };
  for (const threadId of ['open', 'queued']) await storage.queue.add(threadId, message);
  const resumed: string[] = [];
  await resumeOpenRuns(storage, { resume: (threadId) => resumed.push(threadId) });
  expect(resumed).toEqual(['open', 'queued']);
});
