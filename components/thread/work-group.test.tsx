// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import type { ThreadEvent } from '../../lib/contracts/event.ts';
import {
  asked,
  called,
  gave,
  lastRun,
  runEnd,
  runStart,
  said,
  step,
  threadOf,
} from '../../lib/testing/agent/scripted-thread.ts';
import { control, drawn, press, words } from '../markdown/drawn-figure.tsx';
import { AssistantMessageView } from './assistant-message.tsx';

async function answer(...events: ThreadEvent[]) {
  const revealed: string[] = [];
  const { host } = await drawn(
    <AssistantMessageView
      message={lastRun(threadOf(asked('q', 'Why?'), runStart('r'), ...events))}
      cost={null}
      onRespond={() => undefined}
      onRespondContext={() => undefined}
      onReveal={(runId) => revealed.push(runId)}
      onRetry={null}
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
    const { host } = await answer(...work(gave('b', 'found')), ...step('r:2', said('So.')), runEnd());
    const group = host.querySelector<HTMLDetailsElement>('details.work-group');
    expect(group?.open).toBe(false);
    await press(host, 'Read the page, searched once, 2 ms · something was not sent to the model');
    expect(group?.open).toBe(true);
    expect(
      [...(group?.querySelectorAll('[role="group"]') ?? [])].map((each) => each.getAttribute('aria-label')),
    ).toEqual(['read_page', 'find_in_page']);
    expect(words(host.querySelector('.markdown:last-of-type'))).toBe('So.');
  });

  test('shows the number of failures and the duration', async () => {
    const { host } = await answer(...work(failed), ...step('r:2', said('So.')), runEnd());
    expect(words(host.querySelector('.work-group > summary'))).toMatch(/^Read the page, 1 failed, 2\.1 s/);
  });

  test('keeps messages of the user visible', async () => {
    const steer: ThreadEvent = { type: 'run-steer', messageId: 's', content: 'Only the north.' };
    const { host } = await answer(
      ...step('r:0', ...called('a', 'read_page')),
      gave('a', 'seen'),
      steer,
      ...step('r:1', ...called('b', 'read_page')),
      gave('b', 'seen'),
      ...step('r:2', said('So.')),
      runEnd(),
    );
    const note = host.querySelector('[role="note"][aria-label="You (while answering)"]');
    expect(words(note)).toBe('Only the north.');
    expect(note?.closest('details')).toBeNull();
  });

  test('reveals masked secrets to the model on the second click', async () => {
    const { host, revealed } = await answer(...work(failed), ...step('r:2', said('So.')), runEnd());
    await press(host, 'Show to the model');
    expect(revealed).toEqual([]);
    await press(host, 'Show to the model?');
    expect(revealed).toEqual(['r']);
    expect(control(host, 'Show to the model')).toBeTruthy();
  });
});
