// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { control, press, render } from '../../lib/testing/render-component.tsx';
import { ConfirmButton } from './buttons.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});

const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

async function renderButton() {
  const onConfirm = vi.fn();
  const { host } = await render(
    <ConfirmButton className="button" label="Delete" question="Delete it?" onConfirm={onConfirm}>
      Delete
    </ConfirmButton>,
  );
  return { host, onConfirm };
}

describe('a button that acts on the second click', () => {
  test('does nothing on the first click', async () => {
    const { host, onConfirm } = await renderButton();
    await press(host, 'Delete');
    expect(onConfirm).not.toHaveBeenCalled();
    await press(host, 'Delete it?');
    expect(onConfirm).toHaveBeenCalledOnce();
    expect(control(host, 'Delete')).toBeDefined();
  });

  test('waits for the second while it has the focus, and some seconds after that', async () => {
    const { host } = await renderButton();
    const button = control(host, 'Delete');
    let isInUse = true;
    vi.spyOn(button, 'matches').mockImplementation((selector) => isInUse && /:hover.*:focus-visible/.test(selector));
    await press(host, 'Delete');
    await wait(60_000);
    expect(control(host, 'Delete it?')).toBe(button);
    isInUse = false;
    await wait(4_000);
    expect(control(host, 'Delete')).toBe(button);
  });

  test('does not count the second click of a double click as the second', async () => {
    const { host, onConfirm } = await renderButton();
    const click = (name: string, detail: number) =>
      act(async () => void control(host, name).dispatchEvent(new MouseEvent('click', { detail, bubbles: true })));
    await click('Delete', 1);
    await click('Delete it?', 2);
    expect(onConfirm).not.toHaveBeenCalled();
    await click('Delete it?', 1);
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  test('does not accept a key that is held down as the second press', async () => {
    const { host } = await renderButton();
    const repeated = (repeat: boolean) => {
      const event = new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true });
      control(host, 'Delete').dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect([repeated(false), repeated(true)]).toEqual([false, true]);
  });
});
