import { expect, test } from 'vitest';
import * as z from 'zod';
import { type PageAccessState, PageError } from '../../contracts/page.ts';
import { listToolCalls, openRun, type ToolCall } from '../../contracts/thread.ts';
import { defineTool, type Tool } from '../../contracts/tool.ts';
import { createNoPages } from '../../engine/no-context.ts';
import { pageUrl, siteOfTab } from '../../security/approval/tab-site.ts';
import { THREAD_ID } from '../../testing/agent/crash-scenario.ts';
import { STEP_END, scriptedCall, scriptedText } from '../../testing/agent/scripted-model.ts';
import { hasResult, scriptedRun, scriptedTool } from '../../testing/agent/scripted-run.ts';
import { runStart } from '../../testing/agent/scripted-thread.ts';

/** A tool that sends something to a server, and either only reads there or changes something. */
function telling(readOnlyHint: boolean, done: string[]): Tool {
  return defineTool({
    name: 'tell',
    title: 'Tell',
    description: '',
    inputSchema: z.object({ url: z.string() }),
    annotations: { readOnlyHint, idempotentHint: false, openWorldHint: true },
    effects: { sendsTo: ({ url }) => url },
    async *execute({ url }) {
      yield {};
      done.push(url);
      return { content: 'told' };
    },
  });
}

const CALL = { url: 'https://other.test/?q=page+text' };

function setUp({ readOnly = false, repaired = false, site = 'https://a.test/x' as string | null } = {}) {
  const done: string[] = [];
  const world = { now: 1000, site };
  const check = async (): Promise<PageAccessState> =>
    world.site === null ? { type: 'needed' } : { type: 'granted', title: '', url: world.site };
  const scripted = scriptedRun(
    (request) =>
      hasResult(request)
        ? [...scriptedText('Done.'), STEP_END]
        : [
            ...scriptedCall('a', 'tell', CALL).map((event) =>
              event.type === 'tool-input-available' ? { ...event, repaired } : event,
            ),
            STEP_END,
          ],
    {
      tools: [telling(readOnly, done)],
      now: () => world.now,
      context: { page: { ...createNoPages(), check } },
    },
  );
  const calls = (): ToolCall[] => scripted.answer().steps.flatMap(listToolCalls);
  const waiting = () =>
    openRun(scripted.thread()) === null ? [] : calls().filter((each) => each.state === 'approval-requested');
  const allow = async () => {
    await scripted.log.append(THREAD_ID, [{ type: 'tool-approval-response', toolCallId: 'a', approved: true }], 'run');
    await scripted.goOn();
  };
  return { ...scripted, done, world, waiting, allow };
}

test('an effect needs approval with the exact bytes, their host, and the current site', async () => {
  const { run, waiting, done, allow } = setUp();
  await run();
  expect(done).toEqual([]);
  expect(waiting()[0]).toMatchObject({
    request: {
      type: 'effect',
      confirm: { arguments: JSON.stringify(CALL), destination: CALL.url, origin: 'https://a.test', expiresAt: 121_000 },
    },
  });
  await allow();
  expect(done).toEqual([CALL.url]);
});

test('an approval is requested again if the tab navigated, or it expired, before it was used', async () => {
  const { run, waiting, done, allow, world } = setUp();
  await run();
  world.site = 'https://evil.test/';
  await allow();
  expect(done).toEqual([]);
  expect(waiting()[0]).toMatchObject({ request: { confirm: { origin: 'https://evil.test' } } });
  world.now = 200_000;
  await allow();
  expect(done).toEqual([]);
  expect(waiting()).toHaveLength(1);
  await allow();
  expect(done).toEqual([CALL.url]);
});

test('a read-only tool needs no approval if no untrusted text was read', async () => {
  const { run, done } = setUp({ readOnly: true, site: null });
  await run();
  expect(done).toEqual([CALL.url]);
});

test('an approval request mentions repaired arguments, and is only valid with that mention', async () => {
  const strict = setUp();
  await strict.run();
  expect(strict.waiting()[0]).not.toHaveProperty('request.confirm.repaired');
  const { run, waiting, done, allow, log } = setUp({ repaired: true });
  await run();
  const [asked] = waiting();
  expect(asked).toHaveProperty('request.confirm.repaired', true);
  // A question without it, as asked by an earlier version.
  if (asked?.state !== 'approval-requested' || asked.request.type !== 'effect') throw new Error('Nothing was asked.');
  const { confirm: { repaired: _, ...confirm } = {} } = asked.request;
  const request = { ...asked.request, confirm } as typeof asked.request;
  await log.append(
    THREAD_ID,
    [
      { type: 'tool-approval-response', toolCallId: 'a', approved: true },
      { type: 'tool-approval-request', toolCallId: 'a', request },
    ],
    'run',
  );
  await allow();
  expect(done).toEqual([]);
  expect(waiting()[0]).toHaveProperty('request.confirm.repaired', true);
  await allow();
  expect(done).toEqual([CALL.url]);
});

test.each([
  ['the page of the question', null, 1, 'askReadPageOn'],
  ['a tab that has moved since the question', 'https://first.test/', 1, 'askReadMoved'],
  ['another tab', 'https://first.test/', 2, 'askReadTabOn'],
])('a request to read a page names its site, and says whether it is %s', async (_which, asked, tabId, key) => {
  const tool: Tool = {
    ...scriptedTool('look', async () => 'seen'),
    effects: { needs: () => ({ type: 'tab', tabId }) },
  };
  const { goOn, log, answer } = scriptedRun(() => [...scriptedCall('a', 'look', {}), STEP_END], {
    tools: [tool],
    context: { page: createNoPages(() => 'https://second.test/x') },
  });
  const page = asked === null ? null : { title: '', url: asked };
  await log.append(
    THREAD_ID,
    [{ type: 'user-message', messageId: 'q', content: 'Why?' }, runStart('run', { page })],
    null,
  );
  await goOn();
  expect(answer().steps.flatMap(listToolCalls)).toMatchObject([
    {
      state: 'approval-requested',
      request: {
        type: 'page-access',
        tabId,
        origin: 'https://second.test',
        reason: { key, values: { site: 'https://second.test' } },
      },
    },
  ]);
});

test('the site of a tab is known only if the tab may be read', async () => {
  const granted = { type: 'granted', title: '', url: 'https://a.test/x' } as const;
  const pageThat = (check: () => Promise<PageAccessState>) => ({ check });
  expect(
    await siteOfTab(
      pageThat(async () => granted),
      1,
    ),
  ).toBe('https://a.test');
  expect(
    await siteOfTab(
      pageThat(async () => granted),
      null,
    ),
  ).toBeNull();
  expect(
    await pageUrl(
      pageThat(async () => ({ type: 'needed' })),
      1,
    ),
  ).toBeNull();
  expect(
    await siteOfTab(
      pageThat(() => Promise.reject(new PageError('tab-gone', 'no tab'))),
      1,
    ),
  ).toBeNull();
  await expect(
    siteOfTab(
      pageThat(() => Promise.reject(new TypeError('a bug'))),
      1,
    ),
  ).rejects.toThrow('a bug');
});
