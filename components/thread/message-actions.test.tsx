// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { Version } from '../../lib/contracts/thread.ts';
import { control, elementText, press, render } from '../../lib/testing/render-component.tsx';
import { AnswerActions, QuestionActions } from './message-actions.tsx';

type Case = { version?: Version | null; isBusy?: boolean; copy?: () => Promise<void> };

async function bars({ version = null, isBusy = false, copy = async () => undefined }: Case = {}) {
  const done: string[] = [];
  const common = { version, isBusy, onCopy: copy, onVersion: (id: string) => done.push(id) };
  const { host } = await render(
    <>
      <QuestionActions
        {...common}
        isEditFocused={false}
        onEdit={() => done.push('edit')}
        onDelete={() => done.push('delete')}
      />
      <AnswerActions
        {...common}
        isLast
        model="gpt-5"
        hasText
        onRetryWith={() => done.push('retry with')}
        onAskAnother={() => done.push('ask another')}
      >
        <i>More than</i>
      </AnswerActions>
    </>,
  );
  const [question, answer] = host.querySelectorAll<HTMLElement>('[role="toolbar"]');
  return { question: question as HTMLElement, answer: answer as HTMLElement, done };
}

const second: Version = { number: 2, count: 3, previous: 'm1', next: 'm3' };

describe('the actions of a message', () => {
  test('are in a named toolbar', async () => {
    const { question, answer } = await bars();
    expect(question.getAttribute('aria-label')).toBe('Question');
    expect(answer.getAttribute('aria-label')).toBe('Answer');
    expect(elementText(answer)).toBe('More than');
  });

  test('run on click', async () => {
    const { question, answer, done } = await bars();
    await press(question, 'Edit question');
    await press(answer, 'Answer with another model');
    await press(answer, 'Ask another model too');
    expect(done).toEqual(['edit', 'retry with', 'ask another']);
  });

  test('delete only on the second click', async () => {
    const { question, done } = await bars();
    await press(question, 'Delete question and answer');
    expect(done).toEqual([]);
    expect(elementText(control(question, 'Delete question and answer?'))).toBe('Delete question and answer?');
    await press(question, 'Delete question and answer?');
    expect(done).toEqual(['delete']);
  });

  test('are disabled during a run, except copying', async () => {
    const { question, answer } = await bars({ version: second, isBusy: true });
    const free = (bar: HTMLElement) =>
      [...bar.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')].map((each) =>
        each.getAttribute('aria-label'),
      );
    expect([free(question), free(answer)]).toEqual([['Copy question'], ['Copy answer']]);
  });
});

describe('versions', () => {
  test('show their number, and buttons to both sides', async () => {
    const { question, answer, done } = await bars({ version: second });
    expect(elementText(question)).toBe('2 of 3');
    expect(elementText(answer)).toContain('gpt-5 2 of 3');
    await press(question, 'Previous version');
    await press(answer, 'Next version');
    expect(done).toEqual(['m1', 'm3']);
  });

  test('have disabled buttons at both ends', async () => {
    const { question, done } = await bars({ version: { number: 1, count: 1, previous: null, next: null } });
    for (const name of ['Previous version', 'Next version']) {
      expect((control(question, name) as HTMLButtonElement).disabled).toBe(true);
      await press(question, name);
    }
    expect(done).toEqual([]);
  });

  test('are not shown if there is only one', async () => {
    expect((await bars()).question.querySelector('.message-versions')).toBeNull();
  });
});

describe('copying', () => {
  test('is confirmed for two seconds', async () => {
    vi.useFakeTimers();
    try {
      const { answer } = await bars();
      await press(answer, 'Copy answer');
      expect(control(answer, 'Copied').querySelector('.lucide-check')).not.toBeNull();
      await act(async () => void vi.advanceTimersByTime(2_000));
      expect(control(answer, 'Copy answer').querySelector('.lucide-copy')).not.toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  test('reports a refusal by the browser', async () => {
    const { question } = await bars({ copy: () => Promise.reject(new Error('Not allowed.')) });
    await press(question, 'Copy question');
    expect(control(question, 'Couldn’t copy')).toBeTruthy();
  });
});
