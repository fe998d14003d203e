import { describe, expect, test } from 'vitest';
import { browserShortcut, shortcutError, shortcutText, toShortcut } from './shortcut.ts';

type Held = Partial<Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>>;
const pressed = (key: string, code: string, held: Held = {}, hasAltGraph = false) => ({
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
  key,
  code,
  getModifierState: (name: string) => name === 'AltGraph' && hasAltGraph,
});
const ctrl = { ctrlKey: true };

describe('the shortcut of a key event', () => {
  test.each([
    ['a letter', pressed('k', 'KeyK', ctrl), 'Mod+K'],
    ['a letter with Shift', pressed('O', 'KeyO', { ...ctrl, shiftKey: true }), 'Mod+Shift+O'],
    ['the letter of the layout, not of the place', pressed('z', 'KeyY', ctrl), 'Mod+Z'],
    ['a place where the layout writes another alphabet', pressed('л', 'KeyK', ctrl), 'Mod+K'],
    ['a digit with Shift', pressed('!', 'Digit1', { ...ctrl, shiftKey: true }), 'Mod+Shift+1'],
    ['a plus', pressed('+', 'NumpadAdd', ctrl), 'Mod++'],
    ['a modifier alone', pressed('Control', 'ControlLeft', ctrl), null],
    ['a character typed with AltGr', pressed('@', 'KeyQ', { ctrlKey: true, altKey: true }, true), null],
  ])('of %s', (_, event, expected) => {
    expect(toShortcut(event, false)).toBe(expected);
  });

  test('has Cmd as its main modifier on a Mac', () => {
    expect(toShortcut(pressed('k', 'KeyK', { metaKey: true }), true)).toBe('Mod+K');
    expect(toShortcut(pressed('k', 'KeyK', ctrl), true)).toBe('Ctrl+K');
    expect(toShortcut(pressed('˚', 'KeyK', { altKey: true }), true)).toBe('Alt+K');
  });
});

test('a shortcut is written as is usual on the operating system', () => {
  expect(shortcutText('Mod+Shift+O', false)).toBe('Ctrl+Shift+O');
  expect(shortcutText('Mod+Shift+O', true)).toBe('⇧⌘O');
  expect(shortcutText('Mod++', false)).toBe('Ctrl++');
});

test('a command of the browser is written the same way', () => {
  expect(browserShortcut('Alt+Shift+J', false)).toBe('Alt+Shift+J');
  expect(browserShortcut('Ctrl+Shift+Y', false)).toBe('Mod+Shift+Y');
  expect(browserShortcut('Shift+Command+Y', true)).toBe('Mod+Shift+Y');
  expect(browserShortcut('MacCtrl+Y', true)).toBe('Ctrl+Y');
  expect(browserShortcut('', false)).toBeNull();
});

test.each([
  ['Mod+K', null],
  ['Alt+Shift+9', null],
  ['F2', null],
  ['K', 'needs-modifier'],
  ['Shift+K', 'needs-modifier'],
  ['Mod+C', 'edits-text'],
  ['Mod+Shift+Z', 'edits-text'],
  ['Alt+ArrowLeft', 'edits-text'],
  ['Enter', 'edits-text'],
  ['Mod+W', 'reserved'],
  ['Mod+Shift+N', 'reserved'],
  ['F12', 'reserved'],
] as const)('%s is judged %s', (shortcut, error) => {
  expect(shortcutError(shortcut)).toBe(error);
});
