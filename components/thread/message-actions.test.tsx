// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { Version } from '../../lib/contracts/thread.ts';
import { control, drawn, press, words } from '../markdown/drawn-figure.tsx';
import { AnswerActions, QuestionActions } from './message-actions.tsx';

type Case = { version?: Version | null; isBusy?: boolean; copy?: () => Promise<void> };

async function bars({ version = null, isBusy = false, copy = async () => undefined }: Case = {}) {
  const done: string[] = [];
  const common = { version, isBusy, onCopy: copy, onVersion: (id: string) => done.push(id) };
  const { host } = await drawn(
    <>
      <QuestionActions
        {...common}
        isEditFocused={false}
        onEdit={() => done.push('edit')}
        onDelete={() => done.push('delete')}
      />
      <AnswerActions {...common} isLast onRetryWith={() => done.push('retry with')}>
        <i>More than</i>
      </AnswerActions>
    </>,
  );
  const [question, answer] = host.querySelectorAll<HTMLElement>('[role="toolbar"]');
  return { question: question as HTMLElement, answer: answer as HTMLElement, done };
}

const second: Version = { number: 2, count: 3, previous: 'm1', next: 'm3' };

describe('what can be done with a message', () => {
  test('stands in a toolbar of its name', async () => {
    const { question, answer } = await bars();
    expect(question.getAttribute('aria-label')).toBe('Question');
    expect(answer.getAttribute('aria-label')).toBe('Answer');
    expect(words(answer)).toBe('More than');
  });

  test('is done by a click', async () => {
    const { question, answer, done } = await bars();
    await press(question, 'Edit question');
    await press(answer, 'Answer with another model');
    expect(done).toEqual(['edit', 'retry with']);
  });

  test('is deleted on the second click only', async () => {
    const { question, done } = await bars();
    await press(question, 'Delete question and answer');
    expect(done).toEqual([]);
    expect(words(control(question, 'Delete question and answer?'))).toBe('Delete question and answer?');
    await press(question, 'Delete question and answer?');
    expect(done).toEqual(['delete']);
  });

  test('waits for the end of a run, but for copying', async () => {
    const { question, answer } = await bars({ version: second, isBusy: true });
    const free = (bar: HTMLElement) =>
      [...bar.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')].map((each) =>
        each.getAttribute('aria-label'),
      );
    expect([free(question), free(answer)]).toEqual([['Copy question'], ['Copy answer']]);
  });
});

describe('versions', () => {
  test('are counted, and changed to either side', async () => {
    const { question, answer, done } = await bars({ version: second });
    expect(words(question)).toBe('2 of 3');
    expect(words(answer)).toContain('2 of 3');
    await press(question, 'Previous version');
    await press(answer, 'Next version');
    expect(done).toEqual(['m1', 'm3']);
  });

  test('end on both sides', async () => {
    const { question, done } = await bars({ version: { number: 1, count: 1, previous: null, next: null } });
    for (const name of ['Previous version', 'Next version']) {
      expect((control(question, name) as HTMLButtonElement).disabled).toBe(true);
      await press(question, name);
    }
    expect(done).toEqual([]);
  });

  test('are not spoken of where there is one', async () => {
    expect((await bars()).question.querySelector('.message-versions')).toBeNull();
  });
});

describe('copying', () => {
  test('says for two seconds that it was done', async () => {
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

  test('says where the browser does not allow it', async () => {
    const { question } = await bars({ copy: () => Promise.reject(new Error('Not allowed.')) });
    await press(question, 'Copy question');
    expect(control(question, 'Could not copy')).toBeTruthy();
  });
});
