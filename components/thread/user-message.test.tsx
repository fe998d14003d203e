// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { UserMessage } from '../../lib/contracts/thread.ts';
import { control, elementText, press, render } from '../../lib/testing/render-component.tsx';
import { UserMessageView } from './user-message.tsx';

const QUESTION: UserMessage = { role: 'user', messageId: 'q', content: 'Why two?', at: 0 };

async function question(more: Partial<UserMessage> = {}, isBusy = false) {
  const edits: string[] = [];
  const worker = { accepts: true };
  const view = (busy: boolean) => (
    <UserMessageView
      message={{ ...QUESTION, ...more }}
      version={null}
      isBusy={busy}
      onCopy={async () => undefined}
      onEdit={async (id, content) => {
        edits.push(`${id}: ${content}`);
        return worker.accepts;
      }}
      onDelete={() => undefined}
      onVersion={() => undefined}
    />
  );
  const { host, rerender } = await render(view(isBusy));
  return { host, edits, worker, setBusy: (busy: boolean) => rerender(view(busy)) };
}

const field = (host: HTMLElement) => host.querySelector('textarea');
async function key(host: HTMLElement, name: string, shiftKey = false): Promise<void> {
  const event = new KeyboardEvent('keydown', { key: name, shiftKey, bubbles: true, cancelable: true });
  await act(async () => void field(host)?.dispatchEvent(event));
}

describe('a question', () => {
  test('is shown as typed, with its attachments', async () => {
    const { host } = await question({
      content: 'Why *two*?\nReally.',
      tabs: [{ tabId: 7, title: 'The ferry', url: 'https://ferry.example' }],
      files: [{ type: 'text', name: 'notes.txt', text: 'Ines.' }],
    });
    expect(host.querySelector('article[aria-label="You"]')?.textContent).toBe('Why *two*?\nReally.');
    const along = host.querySelectorAll('[aria-label="Sent with this question"] li');
    expect([...along].map((each) => elementText(each.querySelector('span')))).toEqual(['The ferry', 'notes.txt']);
    expect([...along].some((each) => each.querySelector('button'))).toBe(false);
  });

  test('is edited in place, and asked again by Enter', async () => {
    const { host, edits } = await question();
    await press(host, 'Edit question');
    expect(field(host)?.value).toBe('Why two?');
    expect(document.activeElement).toBe(field(host));
    await key(host, 'Enter', true);
    expect(edits).toEqual([]);
    await key(host, 'Enter');
    expect(edits).toEqual(['q: Why two?']);
    expect(field(host)).toBeNull();
  });

  test.each([
    ['Escape', (host: HTMLElement) => key(host, 'Escape')],
    ['Cancel', (host: HTMLElement) => press(host, 'Cancel')],
  ])('is unchanged after %s', async (_way, giveUp) => {
    const { host, edits } = await question();
    await press(host, 'Edit question');
    await giveUp(host);
    expect(field(host)).toBeNull();
    expect(edits).toEqual([]);
    expect(elementText(host.querySelector('article'))).toBe('Why two?');
  });

  test('keeps the edit while a run is open, and is only asked again afterwards', async () => {
    const { host, edits, setBusy } = await question();
    await press(host, 'Edit question');
    await setBusy(true);
    expect(field(host)?.value).toBe('Why two?');
    expect(control(host, 'Ask again').matches(':disabled')).toBe(true);
    await key(host, 'Enter');
    expect(edits).toEqual([]);
    await setBusy(false);
    await key(host, 'Enter');
    expect(edits).toEqual(['q: Why two?']);
  });

  test('keeps the edit if it is not accepted, and can be asked again', async () => {
    const { host, edits, worker } = await question();
    await press(host, 'Edit question');
    worker.accepts = false;
    await press(host, 'Ask again');
    expect(field(host)?.value).toBe('Why two?');
    expect(document.activeElement).toBe(field(host));
    worker.accepts = true;
    await press(host, 'Ask again');
    expect(edits).toHaveLength(2);
    expect(field(host)).toBeNull();
  });

  test('has a field as high as its text while it is edited', async () => {
    vi.spyOn(HTMLTextAreaElement.prototype, 'scrollHeight', 'get').mockReturnValue(123);
    const { host } = await question();
    await press(host, 'Edit question');
    expect(field(host)?.style.height).toBe('123px');
    vi.restoreAllMocks();
  });
});
