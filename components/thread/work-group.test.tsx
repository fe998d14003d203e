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
import { control, elementText, press, render } from '../../lib/testing/render-component.tsx';
import { AssistantMessageView } from './assistant-message.tsx';
import { groupSteps, workSummary } from './work-group.tsx';

// @vitest-environment happy-dom

async function answer(...events: ThreadEvent[]) {
  const revealed: string[] = [];
  const { host } = await render(
    <AssistantMessageView
      message={lastRun(buildThread(asked('q', 'Why?'), runStart('r'), ...events))}
      check={null}
      isPageNamed={false}
      isClosed
      cost={null}
      onRespond={async () => true}
      onRespondContext={async () => true}
      onReveal={(runId) => revealed.push(runId)}
      onRetry={null}
      onRetryWith={null}
      onContinue={null}
      nextModel={null}
    />,
  );
  return { host, revealed };
}

const failed: ThreadEvent = { type: 'tool-output-error', toolCallId: 'b', errorText: 'Not found.', ms: 2_100 };
const work = (second: ThreadEvent): ThreadEvent[] => [
  ...step('r:0', ...called('a', 'read_page')),
  gave('a', 'Pay with 4111 1111 1111 1111'),
  ...step('r:1', ...called('b', 'find_in_page', { query: 'tea' })),
  second,
];

describe('work of several calls', () => {
  test('is expanded while it runs', async () => {
    const { host } = await answer(...work(failed));
    expect(host.querySelector('.work-group')).toBeNull();
    expect(host.querySelectorAll('[role="group"]')).toHaveLength(2);
  });

  test('is collapsed to a line once the run continues, with every card in it', async () => {
    const { host } = await answer(...work(gave('b', 'found')), ...step('r:2', textDelta('So.')), runEnd());
    const group = host.querySelector<HTMLDetailsElement>('details.work-group');
    expect(group?.open).toBe(false);
    await press(host, 'Read the page, searched once, 2 ms · secrets hidden');
    expect(group?.open).toBe(true);
    expect(
      [...(group?.querySelectorAll('[role="group"]') ?? [])].map((each) => each.getAttribute('data-tool')),
    ).toEqual(['read_page', 'find_in_page']);
    expect(elementText(host.querySelector('.markdown:last-of-type'))).toBe('So.');
  });

  test('shows the number of failures and the duration', async () => {
    const { host } = await answer(...work(failed), ...step('r:2', textDelta('So.')), runEnd());
    expect(elementText(host.querySelector('.work-group > summary'))).toMatch(/^Read the page, 1 step failed, 2\.1 s/);
  });

  test('keeps messages of the user visible', async () => {
    const steer: ThreadEvent = { type: 'run-steer', messageId: 's', content: 'Only the north.' };
    const { host } = await answer(
      ...step('r:0', ...called('a', 'read_page')),
      gave('a', 'seen'),
      steer,
      ...step('r:1', ...called('b', 'read_page')),
      gave('b', 'seen'),
      ...step('r:2', textDelta('So.')),
      runEnd(),
    );
    const note = host.querySelector('[role="note"][aria-label="You (while answering)"]');
    expect(elementText(note)).toBe('Only the north.');
    expect(note?.closest('details')).toBeNull();
  });

  test('reveals masked secrets to the model on the second click', async () => {
    const { host, revealed } = await answer(...work(failed), ...step('r:2', textDelta('So.')), runEnd());
    await press(host, 'Show to the model');
    expect(revealed).toEqual([]);
    await press(host, 'Show to the model?');
    expect(revealed).toEqual(['r']);
    expect(control(host, 'Show to the model')).toBeTruthy();
  });
});

const buildSteps = (...events: ThreadEvent[]) =>
  lastRun(buildThread(asked('q', 'Why?'), runStart('r'), ...events)).steps;
const groups = (...events: ThreadEvent[]) =>
  groupSteps(buildSteps(...events)).map((group) => (group.type === 'work' ? `work ${group.steps.length}` : 'step'));

const read = (id: string, url = 'https://a.test/') => gave(id, { content: '', details: { url } });
const one = [...step('r:0', ...called('a', 'read_page')), read('a')];
const two = [...step('r:1', ...called('b', 'find_in_page')), gave('b', '')];

describe('finished work is collapsed', () => {
  test('once the run has continued, and there is more than one call', () => {
    expect(groups(...one, ...two, ...step('r:2', textDelta('So.')))).toEqual(['work 2', 'step']);
    expect(groups(...one, ...two)).toEqual(['step', 'step']);
    expect(groups(...one, ...step('r:1', textDelta('So.')))).toEqual(['step', 'step']);
  });

  test('not while one of its calls waits', () => {
    const asks: ThreadEvent[] = [...step('r:1', ...called('b', 'note_down'))];
    expect(groups(...one, ...asks, ...step('r:2', textDelta('So.')))).toEqual(['step', 'step', 'step']);
  });

  test('even if a call failed, or the run ended early', () => {
    const failed: ThreadEvent[] = [
      ...step('r:1', ...called('b', 'read_page')),
      { type: 'tool-output-error', toolCallId: 'b', errorText: 'No.', ms: 3 },
    ];
    expect(groups(...one, ...failed, ...step('r:2', textDelta('So')), runEnd())).toEqual(['work 2', 'step']);
  });
});

test('a result that can be saved is not collapsed', () => {
  const file = { content: 'a,b', file: { title: 'Prices', type: 'csv' as const }, returnDirect: true };
  const exported = [...step('r:1', ...called('b', 'export_page_data')), gave('b', file)];
  expect(groups(...one, ...exported, ...step('r:2', textDelta('a,b')))).toEqual(['step', 'step', 'step']);
});

describe('the line summarizes the work', () => {
  const summary = (...events: ThreadEvent[]) => workSummary(buildSteps(...events));

  test('in words, with its duration', () => {
    expect(summary(...one, ...two)).toBe('Read the page, searched once, 2 ms');
  });

  test('counts pages once, and the time of parallel calls once', () => {
    const three = [
      ...step(
        'r:0',
        ...called('a', 'read_page'),
        ...called('b', 'read_page'),
        ...called('c', 'read_tab'),
        ...called('d', 'note'),
      ),
      read('a'),
      read('b'),
      read('c', 'https://b.test/'),
      gave('d', ''),
    ];
    expect(summary(...three)).toBe('Read 2 pages, used 1 other tool, 1 ms');
  });

  test('and the failures', () => {
    const error: ThreadEvent = { type: 'tool-output-error', toolCallId: 'b', errorText: 'No.', ms: 1300 };
    expect(summary(...one, ...step('r:1', ...called('b', 'read_page')), error)).toBe(
      'Read the page, 1 step failed, 1.3 s',
    );
    expect(summary(...step('r:1', ...called('b', 'read_page')), error)).toBe('1 step failed, 1.3 s');
  });
});
