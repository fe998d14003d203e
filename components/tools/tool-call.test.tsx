// @vitest-environment happy-dom
import { act } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ToolCall } from '../../lib/contracts/thread.ts';
import { APPROVAL_ARMING_MS } from '../../lib/security/index.ts';
import { control, render } from '../../lib/testing/render-component.tsx';
import { ToolCallCard } from './tool-call.tsx';
import { SaveFile } from './tool-result.tsx';

const NOW = 1_800_000_000_000;
beforeAll(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterAll(() => void vi.useRealTimers());

const id = { toolCallId: 'a', toolName: 'read_page', format: null, followUpOf: null };
const card = (call: ToolCall) => (
  <ToolCallCard
    call={call}
    pageUrl="https://example.org/tides"
    isRevealed={false}
    onRespond={async () => true}
    onReveal={() => undefined}
  />
);
const html = (call: ToolCall) => renderToStaticMarkup(card(call));
const streaming = (inputText: string, more: Partial<ToolCall> = {}) =>
  html({ ...id, ...more, state: 'input-streaming', inputText } as ToolCall);
/** The visible text of the card, without the head. */
const listed = (page: string) =>
  [...page.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map(([, name, value]) => [name, value]);

describe('arguments that are being written', () => {
  test('are shown as names and values from the first member on', () => {
    expect(listed(streaming('{"city":"Par'))).toEqual([['city', 'Par']]);
    expect(listed(streaming('{"city":"Paris","days":[1,2'))).toEqual([
      ['city', 'Paris'],
      ['days', '[1]'],
    ]);
    expect(listed(streaming('{"cit'))).toEqual([]);
  });

  test('show the end of long values', () => {
    const [entry] = listed(streaming(`{"text":"${'word '.repeat(1000)}the end`));
    expect(entry?.[1]).toMatch(/^….*the end$/s);
    expect(entry?.[1]?.length).toBeLessThan(300);
  });

  test('that are invalid JSON are shown as text', () => {
    expect(streaming("{'city': 'Paris'}")).toContain(
      '<code class="tool-call-arguments">{&#x27;city&#x27;: &#x27;Paris&#x27;}</code>',
    );
  });

  test('have their raw text on demand, which is not rendered before', () => {
    const page = streaming('{"city":"Par');
    expect(page).toContain('<summary>Raw arguments</summary>');
    expect(page).not.toContain('<pre>');
  });
});

test('a request that follows another one of the same call cannot be approved at once', async () => {
  vi.useFakeTimers({ now: NOW });
  const asking = (more: object): ToolCall => {
    const request = { type: 'page-access', tabId: 1, reason: 'May I?', origin: 'https://a.test', ...more } as const;
    return { ...id, input: {}, repaired: false, state: 'approval-requested', request };
  };
  const { host, rerender } = await render(card(asking({})));
  const isDisabled = () => (control(host, 'Allow') as HTMLButtonElement).disabled;
  const armed = () => act(async () => void vi.advanceTimersByTime(APPROVAL_ARMING_MS + 100));
  await armed();
  expect(isDisabled()).toBe(false);
  await rerender(card(asking({ document: 'https://a.test/statement.pdf' })));
  expect(isDisabled()).toBe(true);
  await armed();
  await rerender(card(asking({ origin: 'https://bank.test' })));
  expect(isDisabled()).toBe(true);
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});

test('complete arguments are shown in full', () => {
  const text = 'word '.repeat(1000);
  const call: ToolCall = { ...id, state: 'input-available', input: { text, n: 1 }, repaired: false, approved: false };
  expect(listed(html(call))).toEqual([
    ['text', text],
    ['n', '1'],
  ]);
});

test('a call is a group named by its title, with its tool and its state', () => {
  const page = streaming('');
  expect(page).toMatch(
    /role="group" aria-labelledby="(\w+)" data-tool="read_page" data-state="input-streaming".* id="\1">Reading example\.org<\/span>/,
  );
  expect(page).toContain('>Reading example.org</span>');
});

const executing = (more: Partial<Extract<ToolCall, { state: 'executing' }>> = {}): ToolCall => ({
  ...id,
  state: 'executing',
  elicitation: null,
  found: null,
  input: {},
  repaired: false,
  startedAt: NOW,
  progress: null,
  ...more,
});
const ended = (more: object = {}): ToolCall =>
  ({
    ...id,
    state: 'output-available',
    input: {},
    repaired: false,
    output: { content: '' },
    ms: 5,
    ...more,
  }) as ToolCall;

describe('the notes on a call', () => {
  const extractNote = (page: string) =>
    /<span class="tool-call-note">(.*?)<\/span><svg/
      .exec(page)?.[1]
      ?.replaceAll(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();

  test.each([
    ['nothing unusual', ended(), '5 ms'],
    ['how a call came that came as text', ended({ format: 'tags' }), 'as text 5 ms'],
    ['that no model asked for it', ended({ followUpOf: 'b' }), 'follow-up 5 ms'],
    ['that its arguments were mended', ended({ repaired: true }), 'repaired 5 ms'],
    ['all of it', ended({ format: 'hermes', followUpOf: 'b', repaired: true }), 'as text follow-up repaired 5 ms'],
    [
      'how a call comes while it still arrives',
      { ...id, format: 'tags', state: 'input-streaming', inputText: '{' },
      'as text preparing…',
    ],
    [
      'that it waits for its turn',
      { ...id, state: 'input-available', input: {}, repaired: false, approved: false },
      'starting',
    ],
    ['that it runs', executing(), 'running…'],
    ['for how long, if it takes long', executing({ startedAt: NOW - 5500 }), '5 s'],
    [
      'that it failed',
      { ...id, state: 'output-error', input: {}, errorText: 'No.', code: null, ms: 1200 },
      'failed · 1.2 s',
    ],
  ] as [string, ToolCall, string][])('%s', (_sentence, call, note) => {
    expect(extractNote(html(call))).toBe(note);
  });

  test('explains a badge on hover', () => {
    expect(html(ended({ format: 'hermes' }))).toContain('title="The model wrote this call as text');
  });
});

describe('a running tool', () => {
  test('shows its findings so far', () => {
    const items = [
      { page: 1, text: 'High water.' },
      { page: 2, text: '<b>Low water.</b>' },
    ];
    const page = html(executing({ found: { kind: 'pdf-pages', items } }));
    expect(page).toContain('<span class="passage-place">Page 1</span>High water.');
    expect(page).toContain('<span class="passage-place">Page 2</span>&lt;b&gt;Low water.&lt;/b&gt;');
    expect(html(ended())).not.toContain('High water.');
  });

  test('shows its activity and progress', () => {
    const page = html(executing({ progress: { message: 'Reading page 3…', progress: 3, total: 9 } }));
    expect(page).toContain('“Reading page 3…”<progress value="3" max="9">');
  });

  test('shows no progress if none was reported', () => {
    expect(html(executing())).not.toContain('<progress');
  });
});

describe('a call that has ended', () => {
  test('is collapsed to a line after success', () => {
    const page = html(ended({ input: { query: 'tea' }, output: { content: 'Two cups.' } }));
    expect(page).toContain('aria-expanded="false"');
    expect(page).not.toContain('Two cups.');
    expect(page).not.toContain('<dt>');
  });

  test('shows the message for the user, and the model’s text on demand', () => {
    const failed = { ...id, state: 'output-error', input: {}, errorText: 'No tab.', code: 'tab-gone', ms: 1 } as const;
    expect(html(failed)).toContain('>The tab this chat is about was closed.');
    expect(html(failed)).not.toContain('No tab.');
  });

  test('says so if the tool itself reported an error', () => {
    const page = html(ended({ output: { content: 'No such city.', details: { isError: true } } }));
    expect(page).toContain('The tool reported an error. The model has been told and can try another way.');
    expect(page).toContain('No such city.');
    expect(html(ended())).not.toContain('reported an error');
  });

  test('shows the error text of an older version', () => {
    const errorText = 'The tab this chat is about was closed. Ask again on the page you want.';
    expect(html({ ...id, state: 'output-error', input: {}, errorText, code: null, ms: 1 })).toContain(
      `>${errorText}</p>`,
    );
  });

  test('shows its result when expanded', async () => {
    const { host } = await render(
      card(
        ended({
          input: { query: 'tea' },
          output: {
            content: 'Two cups.',
            details: { title: 'Tea', hits: 1, more: true },
            images: [{ mediaType: 'image/png', data: 'AAAA', width: 2, height: 1 }],
          },
        }),
      ),
    );
    const head = host.querySelector<HTMLButtonElement>('.tool-call-head');
    await act(async () => head?.click());
    expect(head?.getAttribute('aria-expanded')).toBe('true');
    expect(host.querySelector('.tool-call-source')?.textContent).toBe('Tea · 1 hit · more to read');
    expect(host.querySelector('img')?.getAttribute('src')).toBe('data:image/png;base64,AAAA');
    expect(host.querySelector('dd')?.textContent).toBe('tea');
    expect(host.querySelector('.tool-call-result pre')?.textContent).toBe('Two cups.');
    await act(async () => head?.click());
    expect(host.querySelector('.tool-call-result')).toBeNull();
  });
});

test('a result that is a file can be saved, unmasked and readable by spreadsheets', async () => {
  const saved: { blob: Blob; name: string }[] = [];
  const output = { content: 'Key\nAKIAABCDEFGHIJKLMNOP', file: { title: 'Prices', type: 'csv' as const } };
  const { host } = await render(
    <SaveFile value={(blob, name) => saved.push({ blob, name })}>{card(ended({ output }))}</SaveFile>,
  );
  await act(async () => host.querySelector<HTMLButtonElement>('.tool-call-save button')?.click());
  expect(host.querySelector('.tool-call-save')?.textContent).toBe(' Save as CSV');
  expect(saved[0]?.name).toBe('prices-2027-01-15.csv');
  expect(saved[0]?.blob.type).toBe('text/csv;charset=utf-8');
  expect([...new Uint8Array((await saved[0]?.blob.arrayBuffer()) ?? [])].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
  expect(await saved[0]?.blob.text()).toContain(output.content);
});

test('an approval request for an effect is in the card', () => {
  const request = { type: 'effect', reason: 'Sidenote wants to note this down.' } as const;
  const page = html({ ...id, state: 'approval-requested', input: {}, repaired: false, request });
  expect(page).toContain('waiting for your approval');
  expect(page).toContain('Sidenote wants to note this down.');
});

describe('a result with secrets', () => {
  const given = (content: string) =>
    html({ ...id, state: 'output-available', input: {}, repaired: false, output: { content }, ms: 1 });

  test('shows what is masked, and offers to reveal it', () => {
    const page = given('Pay with 4111 1111 1111 1111, PIN: 4821, PIN: 9172');
    expect(page).toContain('Not sent to the model: card number, code × 2.');
    expect(page).toContain('Show to the model');
  });

  test('and renders nothing without secrets', () => {
    expect(given('Two high tides a day.')).not.toContain('mask-note');
  });
});

test('the focus stays in the card when the button that answered its request is gone', async () => {
  const request = { type: 'page-access', tabId: 1, origin: 'https://example.org', reason: 'Read it' } as const;
  const call = { ...id, input: {}, repaired: false };
  const { host, rerender } = await render(card({ ...call, state: 'approval-requested', request } as ToolCall));
  await act(async () => control(host, 'Don’t allow').focus());
  await rerender(card({ ...call, state: 'executing', progress: null, found: null, elicitation: null } as ToolCall));
  expect(document.activeElement).toBe(host.querySelector('.tool-call'));
});
