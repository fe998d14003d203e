import '../testing/fake-browser.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { ApprovedToolCall, ToolRegistration } from '../contracts/index.ts';
import { callTabTool, listTabTools, mayTabHaveTools } from './page-tools.ts';

const BOOK: ToolRegistration = { name: 'book', description: 'Books.', schema: '{"type":"object"}' };

type Frame = {
  frameId: number;
  key: string;
  url: string;
  /** When the document began; null if the frame has gone. */
  began: number | null;
  answer: (request: { type: string }) => unknown;
};
type Injection = {
  target: { frameIds?: number[]; documentIds?: string[]; allFrames?: boolean };
  world?: 'MAIN';
  args?: string[];
};

/** Requests to the page's own world, by frame. */
let requests: [frameId: number, request: { type: string }][];
/** Whether the browser names documents. */
let namesDocuments: boolean;

/** A tab with these frames; a request to the page's own world gets `answer` as its result. */
function openTab(...frames: Frame[]): void {
  const executeScript = async ({ target, world, args: [request = '{}'] = [] }: Injection) => {
    if (target.allFrames)
      return frames.map(({ frameId, key, url }) => ({
        frameId,
        result: { url, title: 'Inn', contentType: 'text/html', key, print: '' },
      }));
    const ids = target.documentIds?.map((id) => Number(id.slice(2))) ?? target.frameIds ?? [0];
    const frame = frames.find(({ frameId }) => frameId === ids[0]);
    if (frame === undefined || frame.began === null) throw new Error('No frame with that id.');
    const { frameId, url, began } = frame;
    if (world === 'MAIN') {
      const parsed = JSON.parse(request);
      requests.push([frameId, parsed]);
      return [{ frameId, result: await frame.answer(parsed) }];
    }
    const identity = { documentId: String(began), origin: new URL(url).origin };
    return [{ frameId, ...(namesDocuments ? { documentId: `d-${frameId}` } : {}), result: identity }];
  };
  Object.assign(browser, { scripting: { executeScript } });
  Object.assign(browser.tabs, { get: async () => ({ id: 1, url: 'https://inn.test/', title: 'Inn' }) });
}

const listed = (...tools: ToolRegistration[]) => JSON.stringify({ type: 'listed', tools, total: tools.length });
const frame = (change: Partial<Frame> = {}): Frame => ({
  frameId: 0,
  key: '',
  url: 'https://inn.test/',
  began: 1,
  answer: ({ type }) =>
    type === 'list' ? listed(BOOK) : JSON.stringify({ type: 'answered', result: 'Booked.', isError: false }),
  ...change,
});

beforeEach(() => {
  requests = [];
  namesDocuments = false;
});
afterEach(() => void vi.useRealTimers());

describe('the tools of a tab', () => {
  test('are those of its page and of frames that may be read, with a name each', async () => {
    openTab(
      frame(),
      frame({ frameId: 3, key: '0', url: 'https://inn.test/inner' }),
      frame({ frameId: 4, key: '1', url: 'https://pay.test/' }),
    );
    const { tools, title } = await listTabTools(1);
    expect(title).toBe('Inn');
    expect(tools.map(({ name, frameId, url }) => [name, frameId, url])).toEqual([
      ['book', 0, 'https://inn.test/'],
      ['book_2', 3, 'https://inn.test/inner'],
    ]);
    expect(requests.map(([frameId]) => frameId)).toEqual([0, 3]);
    const all = await listTabTools(1, { mayReadFrame: (url) => url.startsWith('https://pay.test') });
    expect(all.tools.map(({ name }) => name)).toEqual(['book', 'book_2', 'book_3']);
  });

  test('are 20 at most in all frames', async () => {
    const many = (prefix: string) => Array.from({ length: 15 }, (_, n) => ({ ...BOOK, name: `${prefix}${n}` }));
    openTab(
      frame({ answer: () => listed(...many('a')) }),
      frame({ frameId: 3, key: '0', answer: () => listed(...many('b')) }),
    );
    const { tools, omitted } = await listTabTools(1);
    expect([tools.length, omitted]).toEqual([20, 10]);
  });

  test('are those of the other frames if one is gone, fails or never answers', async () => {
    vi.useFakeTimers();
    openTab(
      frame(),
      frame({ frameId: 3, key: '0', began: null }),
      frame({ frameId: 4, key: '1', answer: () => Promise.reject(new Error('No.')) }),
      frame({ frameId: 5, key: '2', answer: () => new Promise(() => undefined) }),
      frame({ frameId: 6, key: '3', answer: () => ({ type: 'listed' }) }),
    );
    const list = listTabTools(1);
    await vi.advanceTimersByTimeAsync(3_100);
    expect((await list).tools.map(({ frameId }) => frameId)).toEqual([0]);
  });

  test('are looked for by names only before a question', async () => {
    Object.assign(browser, {
      scripting: { executeScript: async ({ func }: { func: () => unknown }) => [{ frameId: 0, result: func() }] },
    });
    vi.stubGlobal('document', {});
    vi.stubGlobal('navigator', {});
    expect(await mayTabHaveTools(1)).toBe(false);
    const getTools = vi.fn();
    vi.stubGlobal('navigator', { modelContext: { getTools } });
    expect(await mayTabHaveTools(1)).toBe(true);
    expect(getTools).not.toHaveBeenCalled();
    vi.unstubAllGlobals();
  });

  test('are none if the page does not show in time whether it has any', async () => {
    vi.useFakeTimers();
    openTab(frame({ answer: () => new Promise(() => undefined) }));
    const mayHave = mayTabHaveTools(1);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(await mayHave).toBe(false);
  });
});

describe('a call in a tab', () => {
  const approved = (change: Partial<ApprovedToolCall['proposal']> = {}): ApprovedToolCall => ({
    proposal: { tabId: 1, frameId: 0, documentId: '1', url: 'https://inn.test/', tool: BOOK, ...change },
    arguments: { guests: 2 },
    until: Date.now() + 60_000,
  });

  test('goes to the document for which it was approved, once', async () => {
    openTab(frame());
    expect(await callTabTool(approved())).toEqual({ type: 'answered', text: 'Booked.', isError: false });
    expect(requests).toEqual([
      [0, { type: 'call', origin: 'https://inn.test', registration: BOOK, arguments: { guests: 2 } }],
    ]);
  });

  test('goes to exactly that document in a browser that names documents', async () => {
    namesDocuments = true;
    openTab(frame({ frameId: 7 }));
    expect(await callTabTool(approved({ frameId: 7 }))).toMatchObject({ type: 'answered' });
  });

  test.each([
    ['a document that was loaded since', { began: 2 }, {}],
    ['a document of another site', { url: 'https://other.test/' }, {}],
    ['an approval for another site', {}, { url: 'https://other.test/' }],
  ])('is not made to %s', async (_, changeFrame, changeCall) => {
    openTab(frame(changeFrame));
    expect(await callTabTool(approved(changeCall))).toEqual({ type: 'stopped', reason: 'replaced' });
    expect(requests).toEqual([]);
  });

  test('is not made after its approval has ended', async () => {
    openTab(frame());
    expect(await callTabTool({ ...approved(), until: Date.now() - 1 })).toEqual({ type: 'stopped', reason: 'late' });
    expect(requests).toEqual([]);
  });

  test('that never ends is in doubt after 20 s', async () => {
    vi.useFakeTimers();
    openTab(frame({ answer: () => new Promise(() => undefined) }));
    const outcome = callTabTool({ ...approved(), until: Date.now() + 60_000 });
    await vi.advanceTimersByTimeAsync(19_000);
    expect(await Promise.race([outcome, Promise.resolve('open')])).toBe('open');
    await vi.advanceTimersByTimeAsync(1_100);
    expect(await outcome).toEqual({ type: 'no-answer' });
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['the page goes away', () => Promise.reject(new Error('Frame with ID 0 was removed.'))],
    ['it answers nothing', () => undefined],
    ['it answers something else', () => '{"type":"listed","tools":[],"total":0}'],
  ])('is in doubt if %s', async (_, answer) => {
    openTab(frame({ answer }));
    expect(await callTabTool(approved())).toEqual({ type: 'no-answer' });
  });

  test('is not made if the frame is gone', async () => {
    openTab(frame({ began: null }));
    await expect(callTabTool(approved())).rejects.toMatchObject({ name: 'PageError' });
    expect(requests).toEqual([]);
  });
});
