// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import type { ThreadState } from '../../lib/contracts/thread.ts';
import { asked, buildThread, runEnd, runStart, step, textDelta } from '../../lib/testing/agent/scripted-thread.ts';
import { control, render } from '../../lib/testing/render-component.tsx';
import { ThreadView } from './thread.tsx';

const view = (thread: ThreadState) => (
  <ThreadView
    sources={[]}
    thread={thread}
    versionAt={() => null}
    actions={{
      onCopy: async () => undefined,
      onEdit: async () => true,
      onDelete: () => undefined,
      onRetryWith: () => undefined,
      onAskAnother: () => undefined,
      onVersion: () => undefined,
    }}
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
    ending={null}
    unreadable={0}
    focus={null}
  />
);

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
