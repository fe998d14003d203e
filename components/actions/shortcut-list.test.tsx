// @vitest-environment happy-dom
import { act, useState } from 'react';
import { expect, test } from 'vitest';
import type { PanelShortcuts } from '../../lib/contracts/preferences.ts';
import { control, press, render } from '../../lib/testing/render-component.tsx';
import { PANEL_ACTIONS } from './panel-actions.ts';
import { ShortcutList } from './shortcut-list.tsx';

async function list(initial: PanelShortcuts = {}) {
  let current = initial;
  function Settings() {
    const [own, setOwn] = useState(initial);
    const change = (next: PanelShortcuts) => {
      current = next;
      setOwn(next);
    };
    return (
      <ShortcutList own={own} commands={[{ name: 'Summarize this page', keys: 'Ctrl+Shift+U' }]} onChange={change} />
    );
  }
  const { host } = await render(<Settings />);
  await press(host, `Show all (${PANEL_ACTIONS.length})`);
  const type = async (key: string, held: KeyboardEventInit = {}) =>
    act(async () => {
      host
        .querySelector('[aria-pressed="true"]')
        ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }));
    });
  return { host, type, own: () => current, refusal: () => host.querySelector('[role="alert"]')?.textContent ?? null };
}

const NEW_CHAT = 'Change shortcut: New chat (Chat), now Ctrl+Shift+O';
const WEB = 'Change shortcut: Turn web search on or off (Question), now none';

test('actions without keys are shown when asked for, except those that have lost theirs', async () => {
  const { host } = await list({ 'new-chat': null });
  const count = () => host.querySelectorAll('.shortcut-list > li').length;
  expect(count()).toBe(PANEL_ACTIONS.length);
  await press(host, 'Show only those with keys');
  expect(count()).toBeLessThan(PANEL_ACTIONS.length);
  expect(() => control(host, WEB)).toThrow();
  expect(control(host, 'Change shortcut: New chat (Chat), now none')).toBeTruthy();
});

test('an action gets the keys that are pressed, loses them, and gets its default back', async () => {
  const { host, type, own } = await list();
  await press(host, WEB);
  await type('G', { ctrlKey: true, shiftKey: true });
  expect(own()).toEqual({ web: 'Mod+Shift+G' });
  await press(host, NEW_CHAT);
  await type('Backspace');
  expect(own()).toEqual({ web: 'Mod+Shift+G', 'new-chat': null });
  await press(host, 'Reset shortcut: New chat (Chat)');
  expect(own()).toEqual({ web: 'Mod+Shift+G' });
  await press(host, 'Reset all shortcuts');
  expect(own()).toEqual({});
});

test.each([
  ['of another action', 'k', { ctrlKey: true }, 'Ctrl+K is already used for “Command palette”.'],
  ['of the browser’s commands', 'U', { ctrlKey: true, shiftKey: true }, 'used for “Summarize this page”.'],
  ['that the browser keeps', 'w', { ctrlKey: true }, 'The browser doesn’t let extensions use Ctrl+W.'],
  ['that edit text', 'c', { ctrlKey: true }, 'Ctrl+C is used to edit text'],
  ['without a modifier', 'g', {}, 'G alone can’t be a shortcut.'],
])('keys %s are refused with the reason, and can be entered again', async (_, key, held, reason) => {
  const { host, type, own, refusal } = await list();
  await press(host, WEB);
  await type(key, held);
  expect(refusal()).toContain(reason);
  expect(own()).toEqual({});
  await type('G', { ctrlKey: true, shiftKey: true });
  expect(refusal()).toBeNull();
  expect(own()).toEqual({ web: 'Mod+Shift+G' });
});

test('a default that another action has by now is not given back', async () => {
  const { host, own, refusal } = await list({ palette: null, web: 'Mod+K' });
  await press(host, 'Reset shortcut: Command palette (Chat)');
  expect(refusal()).toContain('already used for “Turn web search on or off”');
  expect(own()).toEqual({ palette: null, web: 'Mod+K' });
});

test('Escape cancels', async () => {
  const { host, type, own } = await list();
  await press(host, WEB);
  await type('Escape');
  expect(control(host, WEB).getAttribute('aria-pressed')).toBe('false');
  expect(own()).toEqual({});
});
