// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { IncompleteReason, type RunOutcome, type RunStats } from '../../lib/contracts/event.ts';
import { FailureCode } from '../../lib/contracts/failure.ts';
import { control, elementText, press, render } from '../../lib/testing/render-component.tsx';
import { type NextModel, RunOutcomeView, ShowFigures } from './run-outcome.tsx';

async function shown(outcome: RunOutcome, stats: RunStats | null = null, isLast = true, next: string | null = null) {
  const done: string[] = [];
  const nextModel: NextModel | null = next === null ? null : { name: next, onTry: () => done.push(next) };
  const { host } = await render(
    <RunOutcomeView
      outcome={outcome}
      stats={stats}
      receipt={null}
      cost={null}
      endpointId="e-1"
      model="gpt-5"
      onRetryWith={isLast ? () => done.push('with') : null}
      onRetry={isLast ? () => done.push('retry') : null}
      onContinue={isLast ? () => done.push('continue') : null}
      nextModel={nextModel}
    />,
  );
  return { host, done };
}

const failed = (code: FailureCode, detail?: string): RunOutcome => ({
  type: 'error',
  failure: { code, message: `What to do about ${code}.`, retryable: false, ...(detail ? { detail } : {}) },
});
const named = (host: HTMLElement) => [...host.querySelectorAll('button, a')].map(elementText);

describe('an answer that failed', () => {
  test.each(FailureCode.options)(
    'of %s says at once what to do, and what the server said, and can be asked anew',
    async (code) => {
      const { host, done } = await shown(failed(code, 'upstream said no'));
      const card = host.querySelector('[role="alert"]');
      expect(elementText(card?.querySelector('p'))).toBe(`What to do about ${code}.`);
      expect(elementText(card?.querySelector('.detail'))).toBe('upstream said no');
      const others = {
        ...Object.fromEntries(
          ['auth', 'rate-limit', 'timeout', 'context-length'].map((each) => [each, ['Answer with another model']]),
        ),
        network: ['Settings'],
        'not-found': ['Answer with another model', 'Settings'],
        'bad-response': ['Answer with another model', 'Settings'],
      }[code as string];
      expect(named(host)).toEqual([...(code === 'auth' ? ['API key settings'] : []), 'Retry', ...(others ?? [])]);
      await press(host, 'Retry');
      expect(done).toEqual(['retry']);
    },
  );

  test('because of a missing key links to that endpoint’s key settings, in a new tab', async () => {
    const link = control((await shown(failed('auth'))).host, 'API key settings');
    expect(link.getAttribute('href')).toBe('/options.html#key=e-1');
    expect(link.getAttribute('target')).toBe('_blank');
  });

  test('because its model is gone offers another, which one click asks', async () => {
    const { host, done } = await shown(failed('not-found'), null, true, 'qwen3:8b');
    expect(named(host)).toEqual(['Try qwen3:8b', 'Retry', 'Settings']);
    await press(host, 'Try qwen3:8b');
    expect(done).toEqual(['qwen3:8b']);
  });

  test('shows no detail if the server sent none', async () => {
    expect((await shown(failed('network'))).host.querySelector('.detail')).toBeNull();
  });
});

describe('an answer that ended early', () => {
  const sentences: Record<IncompleteReason, [sentence: string, buttons: string[]]> = {
    cancelled: ['Stopped.', ['Retry']],
    interrupted: ['The answer was cut off. The part that arrived is kept above.', ['Continue', 'Retry']],
    length: ['The answer reached the length limit. Press Continue for the rest.', ['Continue', 'Retry']],
    'content-filter': ['The provider’s content filter stopped this answer. Try rephrasing your question.', ['Retry']],
    'step-limit': ['The model reached the step limit and answered with what it had.', ['Continue', 'Retry']],
  };
  test.each(IncompleteReason.options)('by %s shows the reason, and what can be done', async (reason) => {
    const { host, done } = await shown({ type: 'incomplete', reason });
    const [sentence, buttons] = sentences[reason];
    expect(elementText(host.querySelector('.notice'))).toBe(sentence);
    expect(host.querySelector('[role="alert"]')).toBeNull();
    expect(named(host)).toEqual(buttons);
    for (const name of buttons) await press(host, name);
    expect(done).toEqual(buttons.map((name) => name.toLowerCase()));
  });
});

test('a complete answer only shows its usage', async () => {
  const stats = { ms: 2_400, steps: 1, toolCalls: 0, inputTokens: 1_200, outputTokens: 30 };
  const { host } = await shown({ type: 'complete' }, stats);
  expect(host.querySelector('.notice')).toBeNull();
  expect(elementText(host.querySelector('.run-stats'))).toContain('2.4 s');
});

test('an answer names its model and its cost, the other figures open on demand, and a failed answer has none', async () => {
  const stats = { ms: 2_400, steps: 1, toolCalls: 0 };
  const props = {
    stats,
    receipt: null,
    cost: 0.4,
    endpointId: 'e-1',
    model: 'gpt-5',
    onRetryWith: null,
    onRetry: null,
    onContinue: null,
  };
  const { host, rerender } = await render(
    <RunOutcomeView {...props} outcome={{ type: 'complete' }} nextModel={null} />,
  );
  expect(elementText(host.querySelector('summary'))).toBe('gpt-5 $0.40');
  expect(host.querySelector('details')?.open).toBe(false);
  await rerender(<RunOutcomeView {...props} outcome={failed('network')} nextModel={null} />);
  expect(host.querySelector('.run-stats')).toBeNull();
  expect(elementText(host.querySelector('.run-model'))).toBe('gpt-5');
});

test('the keyboard reaches the parts below an answer in the order in which they are shown', async () => {
  const { host } = await render(
    <RunOutcomeView
      {...{ cost: 0.4, endpointId: 'e-1', model: 'gpt-5', nextModel: null, onRetryWith: null }}
      stats={{ ms: 2_400, steps: 1, toolCalls: 0 }}
      outcome={{ type: 'incomplete', reason: 'length' }}
      receipt={() => null}
      onRetry={() => undefined}
      onContinue={() => undefined}
    />,
  );
  const names = [...host.querySelectorAll('summary, button')].map(elementText);
  expect(names).toEqual(['gpt-5 $0.40', 'What this answer sent', 'Continue', 'Retry']);
});

test('figures that are turned off leave the name of the model', async () => {
  const { host } = await render(
    <ShowFigures value={false}>
      <RunOutcomeView
        {...{ cost: 0.4, endpointId: 'e-1', model: 'gpt-5', onRetryWith: null, onRetry: null, onContinue: null }}
        stats={{ ms: 2_400, steps: 1, toolCalls: 0 }}
        outcome={{ type: 'complete' }}
        nextModel={null}
        receipt={null}
      />
    </ShowFigures>,
  );
  expect(elementText(host)).toBe('gpt-5');
});

test('an answer before the last has no buttons', async () => {
  for (const outcome of [failed('timeout'), { type: 'incomplete', reason: 'length' } as const]) {
    expect(named((await shown(outcome, null, false)).host)).toEqual([]);
  }
});
