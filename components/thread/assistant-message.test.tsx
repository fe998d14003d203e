import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { ThreadEvent } from '../../lib/contracts/event.ts';
import {
  asked,
  buildThread,
  called,
  gave,
  lastRun,
  runEnd,
  runStart,
  step,
  textDelta,
} from '../../lib/testing/agent/scripted-thread.ts';
import { AssistantMessageView } from './assistant-message.tsx';

const nothing = () => undefined;

function html(...events: ThreadEvent[]): string {
  const message = lastRun(buildThread(asked('q', 'Why?'), runStart('r'), ...events));
  return renderToStaticMarkup(
    <AssistantMessageView
      message={message}
      check={null}
      isPageNamed={false}
      isClosed
      cost={null}
      onRespond={async () => true}
      onRespondContext={async () => true}
      onReveal={nothing}
      onRetry={nothing}
      onRetryWith={null}
      onContinue={nothing}
      nextModel={null}
    />,
  );
}

const start: ThreadEvent = { type: 'step-start', stepId: 'r:0', toolMode: 'native' };
const decided = (decision: 'answer' | 'tools'): ThreadEvent => ({ type: 'step-decision', decision });

describe('text before a call', () => {
  const work = [textDelta('Let me look.\n\nIt may take a moment.'), decided('tools'), ...called('a', 'read_page')];

  test('is plain text while it may be the answer', () => {
    expect(html(start, textDelta('Let me look.'))).not.toContain('preamble');
    expect(html(start, decided('answer'), textDelta('It is so.'))).not.toContain('preamble');
  });

  test('is a preamble, expanded while the work runs', () => {
    expect(html(start, ...work)).toContain('<details class="preamble" open="">');
    expect(html(...step('r:0', ...work), gave('a', 'seen'))).toContain('<details class="preamble" open="">');
  });

  test('is collapsed to its first line once the run has continued, without losing text', () => {
    const page = html(
      ...step('r:0', ...work),
      gave('a', 'seen'),
      ...step('r:1', decided('answer'), textDelta('It is so.')),
    );
    expect(page).toContain('<details class="preamble">');
    expect(page).toContain('<span class="preamble-line" dir="auto">Let me look.</span>');
    expect(page).toContain('It may take a moment.');
    expect(page.match(/class="preamble"/g)).toHaveLength(1);
  });

  test('is also a preamble in logs without decisions', () => {
    const old = work.filter((event) => event.type !== 'step-decision');
    expect(html(...step('r:0', ...old))).toContain('class="preamble"');
  });
});

describe('notices', () => {
  const waiting: ThreadEvent = {
    type: 'step-notice',
    notice: { code: 'waiting', message: 'm is busy. Trying again in 12 s' },
  };

  test('a wait is a line with the role status, and replaces the activity line', () => {
    const page = html(start, waiting);
    expect(page).toContain('role="status"><p>m is busy. Trying again in 12 s</p>');
    expect(page).not.toContain('Waiting for the model');
    expect(html(start)).toContain('Waiting for the model');
  });

  test('a wait that has ended is not shown', () => {
    expect(html(start, waiting, runEnd({ type: 'incomplete', reason: 'cancelled' }))).not.toContain('is busy');
  });

  test('a note about a shortened conversation stays, and is shown once', () => {
    const reset: ThreadEvent = { type: 'step-reset', stepId: 'r:0', reason: 'context-length' };
    const shortened: ThreadEvent = {
      type: 'step-notice',
      notice: { code: 'shortened', message: 'Older results were shortened to fit the model.' },
    };
    expect(html(start, reset)).toContain('Older results were shortened.');
    const page = html(
      start,
      reset,
      start,
      shortened,
      textDelta('So.'),
      { type: 'step-end', finishReason: 'stop' },
      runEnd(),
    );
    expect(page.match(/Older results were shortened/g)).toHaveLength(1);
  });
});

describe('Continue', () => {
  const answered = step('r:0', decided('answer'), textDelta('It is becau'));

  test.each(['step-limit', 'interrupted', 'length'] as const)('is offered after %s', (reason) => {
    expect(html(...answered, runEnd({ type: 'incomplete', reason }))).toMatch(/<button[^>]*>.*? Continue<\/button>/);
  });

  test('is not offered for an answer that is complete or was stopped', () => {
    for (const end of [runEnd(), runEnd({ type: 'incomplete', reason: 'cancelled' })]) {
      expect(html(...answered, end)).not.toContain('Continue');
    }
  });
});

describe('thinking', () => {
  const rows = (ms: number, ...more: ThreadEvent[]): ThreadEvent[] => [
    start,
    { type: 'reasoning-delta', delta: 'The moon pulls.', ms },
    ...more,
  ];

  test('is a line while it runs, and shows its duration', () => {
    expect(html(...rows(0))).toContain('<summary>Thinking…</summary>');
    expect(html(...rows(4200, textDelta('So.')))).toContain('<summary>Thought for 4 s</summary>');
    expect(html(...rows(95_000, textDelta('So.')))).toContain('Thought for 1 min 35 s');
    expect(html(...rows(0, textDelta('So.')))).toContain('<summary>Thought</summary>');
  });

  test('is shown without invisible characters', () => {
    const delta = `Hm.\u202e${'\u0316'.repeat(40)}\u{e0041}`;
    expect(html(start, { type: 'reasoning-delta', delta })).toContain(`>Hm.${'\u0316'.repeat(8)}</p>`);
  });
});

test('finished work is collapsed to a line with all details in it', () => {
  const work = [
    ...step('r:0', ...called('a', 'read_page')),
    gave('a', 'seen'),
    ...step('r:1', ...called('b', 'find_in_page')),
    gave('b', 'found card 4111 1111 1111 1111'),
    ...step('r:2', textDelta('So.')),
  ];
  const page = html(...work);
  expect(page).toContain('<summary>Read the page, searched once, 2 ms · secrets hidden</summary>');
  expect(page.match(/role="group"/g)).toHaveLength(2);
  expect(html(...work, { type: 'secrets-reveal', runId: 'r' })).not.toContain('hidden from the model');
});

test('an answer says that characters were removed in which text can hide, and nothing about a stray one', () => {
  const hidden = [...'canary'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('');
  const note = 'Invisible characters were removed';
  expect(html(...step('r:0', decided('answer'), textDelta(`Thank${hidden} you.`)))).toContain(note);
  expect(html(...step('r:0', decided('answer'), textDelta(`Thank you,\u200B Bob.`)))).not.toContain(note);
  expect(html(...step('r:0', decided('answer'), textDelta('Grüße, 你好 👩‍👩‍👧 مرحبا')))).not.toContain(note);
});
