// @vitest-environment happy-dom
import { act } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Message, ThreadState } from '../../lib/contracts/thread.ts';
import { asked, buildThread, runEnd, runStart, step, textDelta } from '../../lib/testing/agent/scripted-thread.ts';
import { control, render } from '../../lib/testing/render-component.tsx';
import { ThreadView } from './thread.tsx';

const NO_ACTIONS = {
  onCopy: async () => undefined,
  onEdit: async () => true,
  onDelete: () => undefined,
  onRetryWith: () => undefined,
  onAskAnother: () => undefined,
  onVersion: () => undefined,
};

type Shown = { focus?: string | null; unreadable?: number };

const view = (thread: ThreadState, { focus = null, unreadable = 0 }: Shown = {}) => (
  <ThreadView
    sources={[]}
    thread={thread}
    versionAt={() => null}
    actions={NO_ACTIONS}
    sent={0}
    getCost={() => null}
    onRespond={async () => true}
    onRespondContext={async () => true}
    onReveal={() => undefined}
    onRetry={() => undefined}
    onContinue={() => undefined}
    nextModel={null}
    pair={null}
    empty={null}
    ending={<p>ending</p>}
    unreadable={unreadable}
    focus={focus}
  />
);

/** The rendered page of a chat. */
const rendered = (thread: ThreadState, how?: Shown) => renderToStaticMarkup(view(thread, how));

/** The shown questions of a chat with this many, and all of its text. */
function shown(count: number, { focus = null, unreadable = 0 }: Shown = {}) {
  const messages = Array.from(
    { length: count },
    (_, n): Message => ({ role: 'user', messageId: `m${n}`, content: `question ${n}.`, at: 0 }),
  );
  const thread = { threadId: 't', seq: count, messages, forks: [], rules: [], imported: new Set<string>() };
  const html = rendered(thread, { focus, unreadable });
  return { html, questions: [...html.matchAll(/question (\d+)\./g)].map(([, number]) => Number(number)) };
}

test('a short chat is shown in full', () => {
  const { html, questions } = shown(50);
  expect(questions).toHaveLength(50);
  expect(html).not.toContain('Show earlier');
});

test('a long chat shows the last messages and the number of earlier ones', () => {
  const { html, questions } = shown(2_000);
  expect([questions[0], questions.at(-1)]).toEqual([1_950, 1_999]);
  expect(html).toContain('Show earlier messages (1,950)');
});

test('a search result is shown with the message before it', () => {
  expect(shown(2_000, { focus: 'm1900' }).questions[0]).toBe(1_899);
  expect(shown(2_000, { focus: 'm0' }).questions).toHaveLength(2_000);
  expect(shown(2_000, { focus: 'm1990' }).questions).toHaveLength(50);
  expect(shown(2_000, { focus: 'gone' }).questions).toHaveLength(50);
});

test('unreadable entries are reported', () => {
  expect(shown(1, { unreadable: 1 }).html).toContain('One entry of this chat couldn’t be read and is left out.');
  expect(shown(1, { unreadable: 3 }).html).toContain('3 entries of this chat couldn’t be read and are left out.');
  expect(shown(1).html).not.toContain('couldn’t be read');
});

test('the part below the last answer is shown once the answer has ended', () => {
  const answer = [asked('q', 'Why?'), runStart('r'), ...step('s', textDelta('So.'))];
  expect(rendered(buildThread(...answer))).not.toContain('<p>ending</p>');
  expect(rendered(buildThread(...answer, runEnd()))).toContain('<p>ending</p>');
  expect(rendered(buildThread())).not.toContain('<p>ending</p>');
});

test.each([
  ['https://tides.test/tables/high%20water.csv', 'high water.csv', '<small>tides.test</small>'],
  ['https://tides.test/tables/', 'tides.test', ''],
  ['https://tides.test/%E0%A4%A', '%E0%A4%A', '<small>tides.test</small>'],
])('the page %s without a title is named by its file', (url, name, site) => {
  const page = { url, title: '' };
  const thread = buildThread(asked('q', 'Which?'), runStart('r', { page }), ...step('s', textDelta('So.')), runEnd());
  expect(rendered(thread)).toContain(`<span dir="auto">${name}</span>${site}</p>`);
});

test.each(['Retry', 'Copy answer'])(
  'the focus of “%s” stays in the conversation when it is asked again',
  async (name) => {
    const question = asked('q', 'Why?');
    const answer = [runStart('r'), ...step('s', textDelta('So.')), runEnd()];
    const { host, rerender } = await render(view(buildThread(question, ...answer)));
    await act(async () => control(host, name).focus());
    await rerender(view(buildThread(question, runStart('r2'))));
    expect(document.activeElement).toBe(host.querySelector('[role="log"]'));
  },
);
