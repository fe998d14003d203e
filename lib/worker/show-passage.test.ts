import { describe, expect, test } from 'vitest';
import { failureMessage } from '../../components/parts/failure-message.ts';
import { type PageAccessState, PageError } from '../contracts/page.ts';
import {
  asked,
  buildThread,
  called,
  gave,
  runEnd,
  runStart,
  step,
  textDelta,
} from '../testing/agent/scripted-thread.ts';
import { showRunPassage, showTabFound } from './show-passage.ts';

const page = { title: 'Tides', url: 'https://example.org/tides' };
const here: PageAccessState = { type: 'granted', ...page };

/** The command's reply, and what the tabs were asked to show. */
async function show(text: string, access = here, run: { tabId?: number | null } = {}, isThere = true) {
  const thread = buildThread(
    asked('q', 'Why?'),
    runStart('r', { page, ...run }),
    ...step('r:0', textDelta('So.')),
    runEnd(),
  );
  const shown: [number, readonly string[]][] = [];
  const work = {
    page: { check: async () => access },
    async showPassage(tabId: number, pieces: readonly string[]) {
      shown.push([tabId, pieces]);
      return isThere;
    },
  };
  return { reply: await showRunPassage(work, thread, { runId: 'r', text }), shown };
}

describe('a passage is shown', () => {
  test('in the tab of its run, by sentence', async () => {
    const { reply, shown } = await show('Two high waters. “Why two?”\n\nThe moon pulls.');
    expect(reply).toEqual({ type: 'done' });
    expect(shown).toEqual([[1, ['Two high waters.', '“Why two?”', 'The moon pulls.']]]);
  });

  test('only while the tab shows a site the run may read', async () => {
    for (const access of [{ ...here, url: 'https://bank.test/' }, { type: 'needed' } as const]) {
      const { reply, shown } = await show('Two high waters.', access);
      expect(reply).toMatchObject({ type: 'refused', failure: { reason: { type: 'tab-shows-another-page' } } });
      expect(shown).toEqual([]);
    }
  });

  test('or the reason is returned', async () => {
    const messages = [
      await show('Gone.', here, {}, false),
      await show('No page.', here, { tabId: null }),
      await show('Closed.', { type: 'impossible', error: new PageError('tab-gone', 'The tab was closed.') }),
    ].map(({ reply }) => reply.type === 'refused' && failureMessage(reply.failure));
    expect(messages).toEqual([
      'This passage isn’t on the page anymore.',
      'This answer isn’t about a page.',
      'The tab this chat is about was closed. Ask again on the page you want.',
    ]);
  });
});

describe('a tab that a search found', () => {
  const details = { tabs: [{ tabId: 2, url: page.url }] };
  const thread = buildThread(
    asked('q', 'Which tab?'),
    runStart('r', { tabId: null }),
    ...step('r:0', ...called('a', 'search_tabs'), gave('a', { content: 'x', details })),
    runEnd(),
  );

  /** Opens tab `tabId`, which shows `url`. `calls`: the calls to the browser. */
  async function go(tabId: number, url = page.url) {
    const calls: unknown[] = [];
    const work = {
      page: { check: async (): Promise<PageAccessState> => ({ type: 'granted', title: '', url }) },
      showTab: async (id: number) => void calls.push(['tab', id]),
      async showPassage(id: number, pieces: readonly string[]) {
        calls.push(['passage', id, ...pieces]);
        return false;
      },
    };
    return { reply: await showTabFound(work, thread, { tabId, text: 'Two high waters.' }), calls };
  }

  test('is brought to the front, at the passage', async () => {
    expect(await go(2)).toEqual({
      reply: { type: 'done' },
      calls: [
        ['tab', 2],
        ['passage', 2, 'Two high waters.'],
      ],
    });
  });

  test('does not if it shows another site, nor does a tab that was not found', async () => {
    for (const { reply, calls } of [await go(2, 'https://bank.test/'), await go(3)]) {
      expect(reply).toMatchObject({ type: 'refused', failure: { reason: { type: 'tab-shows-another-page' } } });
      expect(calls).toEqual([]);
    }
  });
});
