import { describe, expect, test } from 'vitest';
import { listToolCalls } from '../contracts/index.ts';
import type { ModelRequest } from '../contracts/model-client.ts';
import { PageError } from '../contracts/page.ts';
import type { ContextPolicy } from '../contracts/page-context.ts';
import { NO_REQUEST_CAPABILITY, requestBody } from '../model-api/chat-completions/request/request-body.ts';
import { THREAD_ID } from '../testing/agent/crash-scenario.ts';
import { listAttachedTexts } from '../testing/agent/scripted-chat.ts';
import { STEP_END, scriptedCall, scriptedText } from '../testing/agent/scripted-model.ts';
import { hasResult } from '../testing/agent/scripted-run.ts';
import { called, step } from '../testing/agent/scripted-thread.ts';
import {
  buildForm,
  buildReading,
  granted,
  MemoryPages,
  type MemoryTab,
  registerTool,
} from '../testing/tools/memory-pages.ts';
import { chatBesidePages, HARBOR, PASSWORD_FORM } from '../testing/tools/page-chat.ts';

const POLICY: ContextPolicy = { mode: 'page-first', maxTokens: 24_000 };

describe('a question about a page', () => {
  test('is sent in one request with the page as data before the question', async () => {
    const { ask, client, run } = chatBesidePages();
    await ask('When does the lock close?');
    expect(client.requests).toHaveLength(1);
    const [request] = client.requests;
    expect(listAttachedTexts(request)[0]).toContain('The lock closes at 21:40 in winter.');
    const content = String(requestBody(request as ModelRequest, NO_REQUEST_CAPABILITY).messages.at(-1)?.content);
    expect(content).toMatch(
      /^The page the user is looking at:\n\[data [a-z]{12}\]\n[\s\S]*\n\[end [a-z]{12}\]\n\nToday is \d{4}-\d\d-\d\d\.\n\nQuestion: When does the lock close\?$/,
    );
    expect(run().contexts).toMatchObject([{ state: 'available', context: { selection: 'all' } }]);
    expect(run().outcome).toEqual({ type: 'complete' });
  });

  test('does not repeat an unchanged page, and includes it again after a change', async () => {
    const tab = granted(HARBOR);
    const { ask, client, questions } = chatBesidePages({ tabs: { 1: tab } });
    await ask('When does the lock close?');
    await ask('And parrots?');
    expect(listAttachedTexts(client.requests[1])).toHaveLength(1);
    expect(questions().at(-1)?.preface).toContain('has not changed');
    tab.reading = buildReading('harbor', '# Harbor', 'The lock closes at 22:00.');
    await ask('And now?');
    expect(questions().at(-1)?.attached?.data).toMatchObject([
      { label: expect.stringContaining('has changed since'), text: expect.stringContaining('22:00') },
    ]);
  });

  test('continues without a page that cannot be read, which the request mentions', async () => {
    const error = new PageError('browser-page', 'no');
    const { ask, client, run } = chatBesidePages({
      tabs: { 1: { reading: HARBOR, access: { type: 'impossible', error } } },
    });
    await ask('What is this?');
    expect(run().contexts).toMatchObject([{ state: 'error', code: 'browser-page' }]);
    expect(client.requests[0]?.messages[0]).toMatchObject({ preface: expect.stringContaining('could not be read') });
    expect(run().outcome).toEqual({ type: 'complete' });
  });

  test('continues without a page that has no text', async () => {
    const { ask, run } = chatBesidePages({ tabs: { 1: granted(buildReading('blank')) } });
    await ask('What is this?');
    expect(run().contexts).toMatchObject([{ state: 'error', code: 'empty' }]);
    expect(run().outcome).toEqual({ type: 'complete' });
  });

  test('waits for approval if the page may not be read, and continues in either case', async () => {
    for (const approved of [true, false]) {
      const tab: MemoryTab = { reading: HARBOR, access: { type: 'needed' } };
      const { ask, client, run, log, goOn } = chatBesidePages({ tabs: { 1: tab } });
      await ask('When does the lock close?');
      expect(client.requests).toHaveLength(0);
      expect(run().contexts).toMatchObject([{ state: 'approval-requested', question: { reason: 'no-access' } }]);
      if (approved) tab.access = granted(HARBOR).access;
      const contextId = run().contexts[0]?.contextId ?? '';
      const origin = approved ? { origin: 'https://harbor.test' } : {};
      await log.append(THREAD_ID, [{ type: 'context-approval-response', contextId, approved, ...origin }], 'run1');
      await goOn();
      expect(listAttachedTexts(client.requests[0])).toHaveLength(approved ? 1 : 0);
      expect(run().outcome).toEqual({ type: 'complete' });
    }
  });

  test('asks for the site of a document that the browser shows itself, unless that is never sent', async () => {
    const tab = (): MemoryTab => ({ reading: HARBOR, access: { type: 'viewer', url: HARBOR.url } });
    const { ask, run } = chatBesidePages({ tabs: { 1: tab() } });
    await ask('When does the lock close?');
    expect(run().contexts).toMatchObject([
      { state: 'approval-requested', question: { reason: 'viewer', origin: 'https://harbor.test' } },
    ]);
    const kept = chatBesidePages({ tabs: { 1: tab() }, policy: { ...POLICY, neverSites: ['https://harbor.test'] } });
    await kept.ask('When does the lock close?');
    expect(kept.run().contexts).toMatchObject([{ state: 'skipped' }]);
  });

  test.each(['ask', 'never'] as const)("respects the user's policy for the site: %s", async (choice) => {
    const site = ['https://harbor.test'];
    const policy = { ...POLICY, ...(choice === 'ask' ? { askSites: site } : { neverSites: site }) };
    const { ask, client, run } = chatBesidePages({ policy });
    await ask('When does the lock close?');
    expect(run().contexts).toMatchObject([{ state: choice === 'ask' ? 'approval-requested' : 'skipped' }]);
    expect(listAttachedTexts(client.requests[0])).toEqual([]);
  });

  test('asks before a page with a password field is sent to a hosted model, and only then', async () => {
    const forms = [PASSWORD_FORM];
    const hosted = chatBesidePages({ tabs: { 1: granted(HARBOR, { forms }) } });
    await hosted.ask('What is this?');
    expect(hosted.run().contexts).toMatchObject([
      { state: 'approval-requested', question: { reason: 'sensitive-fields' } },
    ]);
    const local = chatBesidePages({ tabs: { 1: granted(HARBOR, { forms }) }, connection: { isLocal: true } });
    await local.ask('What is this?');
    expect(local.run().contexts).toMatchObject([{ state: 'available' }]);
  });

  test('has the forms of a page if the question asks for one, as the arguments of fill_form', async () => {
    const forms = [buildForm('Delivery', [{ label: 'Street', value: 'Secret Street' }])];
    const asking = chatBesidePages({ tabs: { 1: granted(HARBOR, { forms }) } });
    await asking.ask('Fill in the form');
    const [fillForm] = asking.client.requests[0]?.tools.filter(({ name }) => name === 'fill_form') ?? [];
    expect(fillForm?.jsonSchema).toMatchObject({
      properties: { form: { enum: ['fill_delivery'] }, values: { properties: { street: { type: 'string' } } } },
    });
    expect(JSON.stringify(fillForm?.jsonSchema)).not.toContain('Secret');
    const other = chatBesidePages({ tabs: { 1: granted(HARBOR, { forms }) } });
    await other.ask('When does the lock close?');
    expect(other.client.requests[0]?.tools.map(({ name }) => name)).not.toContain('fill_form');
  });

  test('offers the tools of a page that has some, and calls nothing of the page for that', async () => {
    const tools = [registerTool('book', {})];
    const names = ({ client }: ReturnType<typeof chatBesidePages>) =>
      client.requests[0]?.tools.map(({ name }) => name) ?? [];
    const own = chatBesidePages({ tabs: { 1: granted(HARBOR, { tools }) } });
    await own.ask('When does the lock close?');
    expect(names(own)).toContain('list_page_tools');
    expect(names(own)).not.toContain('call_page_tool');
    const other = chatBesidePages({ tabs: { 1: granted(HARBOR) } });
    await other.ask('When does the lock close?');
    expect(names(other)).not.toContain('list_page_tools');
  });

  test('asks about a page that got a password field while it was read', async () => {
    let readings = 0;
    class LatePages extends MemoryPages {
      override read(...request: Parameters<MemoryPages['read']>) {
        readings += 1;
        return super.read(...request);
      }
      override async hasSensitiveField() {
        return readings > 0;
      }
    }
    const { ask, client, run } = chatBesidePages({
      change: { context: { page: new LatePages({ 1: granted(HARBOR) }) } },
    });
    await ask('What is this?');
    expect(readings).toBe(1);
    expect(run().contexts).toMatchObject([{ state: 'approval-requested', question: { reason: 'sensitive-fields' } }]);
    expect(client.requests).toEqual([]);
  });

  test('asks before a tool reads another tab of the same site that has a password field, and only then', async () => {
    const account = buildReading('harbor', '# Account', 'Your mooring is paid.');
    const tabs = { 1: granted(HARBOR), 2: granted(account, { forms: [PASSWORD_FORM] }) };
    const script = (request: ModelRequest) =>
      hasResult(request)
        ? [...scriptedText('Done.'), STEP_END]
        : [...scriptedCall('a', 'read_tab', { tab_id: 2 }), STEP_END];
    const calls = ({ run }: ReturnType<typeof chatBesidePages>) => run().steps.flatMap(listToolCalls);
    const hosted = chatBesidePages({ tabs, script });
    await hosted.ask('What is in my other tabs?');
    expect(calls(hosted)).toMatchObject([
      {
        state: 'approval-requested',
        request: { type: 'page-access', tabId: 2, reason: { key: 'contextAsksSensitive' } },
      },
    ]);
    const local = chatBesidePages({ tabs, script, connection: { isLocal: true } });
    await local.ask('What is in my other tabs?');
    expect(calls(local)).toMatchObject([{ state: 'output-available' }]);
  });

  test('asks nothing about a password field for a local model, also if another runner continues with the call', async () => {
    const tabs = { 1: granted(HARBOR), 2: granted(buildReading('harbor', '# Account'), { forms: [PASSWORD_FORM] }) };
    const { write, log, goOn, run } = chatBesidePages({ tabs, connection: { isLocal: true } });
    await write('What is in my other tabs?');
    // The log as it is if the worker was stopped, or the user was asked, before the call.
    await log.append(
      THREAD_ID,
      [...step(`${run().messageId}:0`, ...called('a', 'read_tab', { tab_id: 2 }))],
      run().messageId,
    );
    await goOn();
    expect(run().steps.flatMap(listToolCalls)).toMatchObject([{ state: 'output-available' }]);
  });

  test('masks secrets in text and title', async () => {
    const reading = { ...buildReading('shop', 'Pay with 4111 1111 1111 1111.'), title: 'Card 4111 1111 1111 1111' };
    const { ask, client } = chatBesidePages({ tabs: { 1: granted(reading) } });
    await ask('What is this?');
    expect(JSON.stringify(client.requests[0])).not.toContain('4111 1111');
  });

  test('also reads added tabs, and shares the budget among all', async () => {
    const long = buildReading(
      'long',
      '# Long',
      ...Array.from({ length: 200 }, (_, n) => `Rule ${n} of the long page is about ropes and knots.`),
    );
    const { ask, run } = chatBesidePages({
      tabs: { 1: granted(long), 2: granted(HARBOR) },
      policy: { ...POLICY, maxTokens: 1_000 },
    });
    await ask('When does the lock close?', 1, [2]);
    const tokens = run().contexts.map((part) => (part.state === 'available' ? part.context.tokens : 0));
    expect(tokens).toHaveLength(2);
    expect(tokens[1]).toBeLessThan(60);
    // The short page leaves the rest of its share to the long one.
    expect(tokens[0]).toBeGreaterThan(800);
    expect((tokens[0] ?? 0) + (tokens[1] ?? 0)).toBeLessThanOrEqual(1_000);
  });

  test('only reads the page by tools in on-demand mode', async () => {
    const { ask, client, run } = chatBesidePages({ policy: { ...POLICY, mode: 'on-demand' } });
    await ask('When does the lock close?');
    expect(run().contexts).toEqual([]);
    expect(client.requests[0]?.tools.map(({ name }) => name)).toContain('read_page');
  });
});
