import { describe, expect, test } from 'vitest';
import { matchingActions } from './command-palette.tsx';
import { effectiveShortcuts, PANEL_ACTIONS } from './panel-actions.ts';
import { shortcutError } from './shortcut.ts';

describe('the table of actions', () => {
  test('has each action once, and each name once in its group', () => {
    expect(new Set(PANEL_ACTIONS.map(({ id }) => id)).size).toBe(PANEL_ACTIONS.length);
    const names = PANEL_ACTIONS.map(({ group, label }) => `${group} ${label}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test('has defaults that the settings would take, each once', () => {
    const defaults = PANEL_ACTIONS.flatMap(({ shortcut }) => shortcut ?? []);
    expect(defaults.map(shortcutError)).toEqual(defaults.map(() => null));
    expect(new Set(defaults).size).toBe(defaults.length);
  });
});

describe('the shortcuts in effect', () => {
  test('are the defaults, changed, removed and added to by the user', () => {
    const shortcuts = effectiveShortcuts({ palette: 'Mod+P', stop: null, web: 'Alt+W' });
    expect(shortcuts.get('palette')).toBe('Mod+P');
    expect(shortcuts.has('stop')).toBe(false);
    expect(shortcuts.get('web')).toBe('Alt+W');
    expect(shortcuts.get('new-chat')).toBe('Mod+Shift+O');
  });

  test('run one action each: the user’s own take precedence over defaults, and the first of two counts', () => {
    const shortcuts = effectiveShortcuts({ web: 'Mod+K', rename: 'Mod+J', pin: 'Mod+J', unheard: 'Mod+U' });
    expect(shortcuts.get('web')).toBe('Mod+K');
    expect(shortcuts.has('palette')).toBe(false);
    expect(shortcuts.get('rename')).toBe('Mod+J');
    expect(shortcuts.has('pin')).toBe(false);
  });
});

test('actions are found by words of their name and group, in any order', () => {
  const found = (query: string) => matchingActions(query).map(({ id }) => id);
  expect(found('export')).toEqual(['export-json', 'export-markdown', 'export-html', 'settings-settings-file']);
  expect(found('settings web')).toEqual(['settings-web']);
  expect(found('MARK export')).toEqual(['export-markdown']);
  expect(found('')).toHaveLength(PANEL_ACTIONS.length);
  expect(found('marmalade')).toEqual([]);
});
