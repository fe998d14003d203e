import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { warmUpRequest } from '../agent/context/model-request.ts';
import type { ModelRequest } from '../contracts/model-client.ts';
import { NO_REQUEST_CAPABILITY, requestBody } from '../model-api/chat-completions/request/request-body.ts';
import { MODEL } from '../testing/agent/crash-scenario.ts';
import { STEP_END, scriptedCall, scriptedText } from '../testing/agent/scripted-model.ts';
import { buildReading, granted, MemoryPages } from '../testing/tools/memory-pages.ts';
import { chatBesidePages, HARBOR } from '../testing/tools/page-chat.ts';
import { readTabContext } from './read-context.ts';

describe('prompt caches', () => {
  test('the warm-up request is a prefix of the request that follows', async () => {
    const { ask, client, thread, run } = chatBesidePages();
    await ask('When does the lock close?');
    await ask('And here?', 1);
    const [part] = run().contexts;
    expect(part?.state === 'available' && part.context.selection).toBe('unchanged');
    const fresh = chatBesidePages();
    const page = new MemoryPages({ 1: granted(HARBOR) });
    const request = {
      type: 'tab' as const,
      page,
      tabId: 1,
      isOpenPage: true,
      question: '',
      earlier: [],
      canReadOn: false,
      wantsForms: false,
      maySendFile: () => false,
    };
    const reading = await readTabContext(request, new AbortController().signal);
    const context = reading?.select(9_000);
    if (context === undefined) throw new Error('The page was not read.');
    const ahead = warmUpRequest({
      state: fresh.thread(),
      model: MODEL,
      systemPrompt: '',
      instructions: '',
      memories: [],
      messageId: 'q1',
      context,
    });
    await fresh.ask('When does the lock close?');
    const listMessageContents = (request: ModelRequest | null | undefined) =>
      request ? requestBody(request, NO_REQUEST_CAPABILITY).messages.map(({ content }) => String(content)) : [];
    const [system, question = ''] = listMessageContents(fresh.client.requests[0]);
    const [aheadSystem, aheadPage = 'none'] = listMessageContents(ahead);
    expect(aheadSystem).toBe(system);
    expect(aheadPage).toContain('The lock closes at 21:40');
    expect(question.startsWith(aheadPage.trimEnd())).toBe(true);
    expect(ahead?.maxOutputTokens).toBe(1);
    expect([client.requests.length, thread().messages.length]).toEqual([2, 4]);
  });

  test.each([
    ['with native tools', { toolMode: 'native', isLocal: false }, [1, 2, null]],
    // Which tools the system prompt describes depends on the active tab.
    ['with tags', { toolMode: 'tags', isLocal: true }, [1, 2]],
    ['without tools', { toolMode: 'none', isLocal: true }, [1, 2, null]],
  ] as const)(
    'each request begins with all of the one before it, up to its last message, %s',
    async (_how, connection, tabIds) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ tab: fc.constantFrom(...tabIds), calls: fc.boolean() }), { minLength: 2, maxLength: 5 }),
          async (turns) => {
            let turn = 0;
            const script = (request: ModelRequest) =>
              turns[turn]?.calls && request.tools.length > 0 && !hasNewResult(request)
                ? [...scriptedCall(`c${turn}`, 'list_tabs', {}), STEP_END]
                : [...scriptedText('Yes.'), STEP_END];
            const { ask, client } = chatBesidePages({
              script,
              connection,
              tabs: { 1: granted(HARBOR), 2: granted(buildReading('other', '# Other', 'Text.')) },
            });
            for (const { tab } of turns) {
              await ask('Why?', tab);
              turn += 1;
            }
            const bodies = client.requests.map((request) =>
              requestBody(request, NO_REQUEST_CAPABILITY).messages.map((message) => JSON.stringify(message)),
            );
            for (const [index, body] of bodies.entries()) {
              const before = bodies[index - 1];
              if (before) expect(body.slice(0, before.length)).toEqual(before);
            }
          },
        ),
        { numRuns: 30 },
      );
    },
  );
});

function hasNewResult({ messages }: ModelRequest): boolean {
  return messages.at(-1)?.role === 'tool';
}
