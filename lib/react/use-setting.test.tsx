// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { QuickRequest } from '../contracts/index.ts';
import { render } from '../testing/render-component.tsx';
import { useOpenThread, useQuickRequest } from './use-setting.ts';

const WINDOW = 1;
const request = (text: string, at = Date.now()): QuickRequest => ({
  windowId: WINDOW,
  tabId: 7,
  text,
  at,
  task: null,
  isSent: true,
});

/** Extension storage with two values, shared by all pages of a test. */
const stored = vi.hoisted(() => ({
  request: null as unknown,
  onRequest: new Set<(request: never) => void>(),
  lastThread: Promise.withResolvers<string | null>(),
  isFullPage: false,
  linkedChat: null as string | null,
}));
vi.mock('../extension/index.ts', () => ({
  chatInAddress: () => stored.linkedChat,
  currentWindowId: async () => 1,
  isFullPage: () => stored.isFullPage,
  findChatToOpen: () => stored.lastThread.promise,
  noteOpenChat: async () => undefined,
  quickRequest: {
    getValue: async () => stored.request,
    async setValue(value: unknown) {
      await Promise.resolve();
      stored.request = value;
    },
    watch(onChange: (request: never) => void) {
      stored.onRequest.add(onChange);
      return () => stored.onRequest.delete(onChange);
    },
  },
}));

beforeEach(() => {
  Object.assign(stored, { request: null, lastThread: Promise.withResolvers(), isFullPage: false, linkedChat: null });
  let last: Promise<unknown> = Promise.resolve();
  vi.stubGlobal('navigator', {
    locks: {
      request(_name: string, work: () => Promise<unknown>) {
        last = last.then(work);
        return last;
      },
    },
  });
  return () => vi.unstubAllGlobals();
});

/** Renders `count` pages that wait for requests. Returns the texts that they received. */
async function pages(count: number): Promise<string[]> {
  const taken: string[] = [];
  const Page = () => {
    useQuickRequest(({ text }) => taken.push(text));
    return null;
  };
  for (let page = 0; page < count; page += 1) await render(<Page />);
  return taken;
}

const arrive = (next: QuickRequest) =>
  act(async () => {
    stored.request = next;
    for (const onChange of stored.onRequest) onChange(next as never);
  });

describe('a request from outside the panel', () => {
  test('is taken by one page if two are open in its window', async () => {
    const taken = await pages(2);
    await arrive(request('Explain', Date.now()));
    expect(taken).toEqual(['Explain']);
    expect(stored.request).toBeNull();
  });

  test('that came before the page was opened is taken', async () => {
    stored.request = request('Explain');
    expect(await pages(1)).toEqual(['Explain']);
  });

  test('that another one has replaced is not taken', async () => {
    const taken = await pages(1);
    const now = Date.now();
    await act(async () => {
      stored.request = request('second', now + 1);
      for (const onChange of stored.onRequest) onChange(request('first', now) as never);
    });
    expect(taken).toEqual([]);
    expect(stored.request).toMatchObject({ text: 'second' });
  });

  test('is left to another page by a full page in a hidden tab', async () => {
    stored.isFullPage = true;
    const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const taken = await pages(1);
    await arrive(request('Explain'));
    expect(taken).toEqual([]);
    expect(stored.request).toMatchObject({ text: 'Explain' });
    isHidden.mockReturnValue(false);
    await arrive(request('Explain'));
    expect(taken).toEqual(['Explain']);
  });
});

describe('the open chat', () => {
  /** The content of a page, and its function that opens a chat. */
  async function page() {
    const shown = {} as { threadId: string | null; open: (threadId: string) => void };
    const Page = () => {
      [shown.threadId, shown.open] = useOpenThread();
      return null;
    };
    await render(<Page />);
    return shown;
  }

  test('is the last one', async () => {
    const shown = await page();
    expect(shown.threadId).toBeNull();
    await act(async () => stored.lastThread.resolve('last'));
    expect(shown.threadId).toBe('last');
  });

  test('is the one in the address of the page', async () => {
    stored.linkedChat = 'linked';
    expect((await page()).threadId).toBe('linked');
  });

  test('is a new one if there is no last one', async () => {
    const shown = await page();
    await act(async () => stored.lastThread.resolve(null));
    expect(shown.threadId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each(['last', null])('stays the one that was opened before the last one is known to be %s', async (last) => {
    const shown = await page();
    await act(async () => shown.open('of the request'));
    await act(async () => stored.lastThread.resolve(last));
    expect(shown.threadId).toBe('of the request');
  });
});
