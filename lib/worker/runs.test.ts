import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { RetryEvent } from '../contracts/retry-policy.ts';
import { openStorage } from '../storage/stores.ts';
import { askQuestion, THREAD_ID } from '../testing/agent/crash-scenario.ts';
import { STEP_END, scriptedText } from '../testing/agent/scripted-model.ts';
import { scriptedRun } from '../testing/agent/scripted-run.ts';
import { asked, runEnd, runStart } from '../testing/agent/scripted-thread.ts';
import { createRuns, resumeOpenRuns } from './runs.ts';

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

const BUSY: RetryEvent = {
  type: 'retry',
  reason: 'retry',
  observation: null,
  afterMs: 50_000,
  failure: { code: 'rate-limit', message: 'Too many requests.', retryable: true },
};

test('a runner that waits for a busy server asks again as soon as the wait is ended', async () => {
  let requests = 0;
  const wait = Promise.withResolvers<AbortSignal>();
  const { dependencies, log, answer } = scriptedRun(
    () => (requests++ === 0 ? [BUSY] : [...scriptedText('Here.'), STEP_END]),
    {
      sleep: (_ms, signal) => {
        wait.resolve(signal);
        return new Promise(() => undefined);
      },
    },
  );
  const done = Promise.withResolvers<void>();
  const runs = createRuns({
    engine: dependencies,
    loadTools: async () => [],
    keepAlive: { hold: () => () => undefined },
    probes: { runStarts: () => undefined, runEnded: () => undefined },
    startNext: async () => false,
    onDone: async () => done.resolve(),
    withLock: (_threadId, _ifFree, work) => work(),
  });
  await askQuestion(log);
  runs.start(THREAD_ID);
  const signal = await wait.promise;
  expect(requests).toBe(1);
  runs.endWait(THREAD_ID);
  await done.promise;
  expect(requests).toBe(2);
  expect(signal.aborted).toBe(true);
  expect(answer()).toMatchObject({
    outcome: { type: 'complete' },
    steps: [{ resets: ['retry'], parts: [{ text: 'Here.' }] }],
  });
  // If the run is not waiting, nothing is interrupted.
  runs.endWait(THREAD_ID);
});
