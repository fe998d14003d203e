/**
 * Keys pressed together, as they are stored and compared: modifiers in a fixed order, then the key, as in
 * `Mod+Shift+O`. `Mod` is Cmd on a Mac and Ctrl elsewhere, so that backups work across operating systems.
 */
export type Shortcut = string;

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'>;

export function isMac(): boolean {
  return /^Mac/i.test(navigator.platform);
}

/** Returns the shortcut of a key event. Null for a modifier alone, and for characters that are typed with AltGr. */
export function toShortcut(event: Pressed, onMac: boolean = isMac()): Shortcut | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (MODIFIER_KEY.test(key) || event.getModifierState('AltGraph')) return null;
  const [mod, other] = onMac ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  const modifiers = [mod && 'Mod', other && (onMac ? 'Ctrl' : 'Meta'), altKey && 'Alt', shiftKey && 'Shift'];
  return [...modifiers.filter((each) => each !== false), keyName(event)].join('+');
}

const MODIFIER_KEY = /^(?:Control|Shift|Alt|AltGraph|Meta|OS|Dead|Process|Unidentified)$/;

/**
 * Returns the name of a key. A letter or digit is named by its position if the layout produces another alphabet, or Alt
 * and Shift change the character.
 */
function keyName({ key, code }: Pressed): string {
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit !== undefined) return digit;
  if (/^[a-z]$/i.test(key)) return key.toUpperCase();
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined && key.length === 1) return letter;
  return key === ' ' ? 'Space' : key;
}

/** Formats a shortcut as usual on this operating system: `Ctrl+Shift+O`, `⇧⌘O`. */
export function shortcutText(shortcut: Shortcut, onMac: boolean = isMac()): string {
  const names = shortcutParts(shortcut);
  if (!onMac) return names.map((name) => (name === 'Mod' ? 'Ctrl' : name)).join('+');
  const modifiers = MAC_SIGNS.flatMap(([name, sign]) => (names.slice(0, -1).includes(name) ? [sign] : []));
  return [...modifiers, names.at(-1)].join('');
}

const MAC_SIGNS = [
  ['Ctrl', '⌃'],
  ['Alt', '⌥'],
  ['Shift', '⇧'],
  ['Mod', '⌘'],
] as const;

/** Returns the modifiers and the key, which may be `+` itself. */
function shortcutParts(shortcut: Shortcut): string[] {
  return shortcut.endsWith('++') ? [...shortcut.slice(0, -2).split('+'), '+'] : shortcut.split('+');
}

/**
 * Returns the keys of a browser command in the format of `toShortcut`. Null if there are none. `browser.commands`
 * writes `Alt+Shift+J`.
 */
export function browserShortcut(text: string, onMac: boolean = isMac()): Shortcut | null {
  if (text === '') return null;
  const names = text.split('+').map((name) => {
    if (name === 'MacCtrl') return 'Ctrl';
    return name === 'Command' || (name === 'Ctrl' && !onMac) ? 'Mod' : name;
  });
  return [...ORDER.filter((each) => names.slice(0, -1).includes(each)), names.at(-1)].join('+');
}

const ORDER = ['Mod', 'Ctrl', 'Meta', 'Alt', 'Shift'];

/** Why keys cannot be a shortcut of the panel, regardless of other uses. */
export type ShortcutError = 'needs-modifier' | 'edits-text' | 'reserved';

export function shortcutError(shortcut: Shortcut): ShortcutError | null {
  const names = shortcutParts(shortcut);
  const key = names.at(-1) ?? '';
  if (RESERVED.test(shortcut)) return 'reserved';
  if (EDITING.test(shortcut)) return 'edits-text';
  const isFunctionKey = /^F\d{1,2}$/.test(key);
  const hasModifier = names.slice(0, -1).some((name) => name !== 'Shift');
  return hasModifier || isFunctionKey ? null : 'needs-modifier';
}

/** Keys that Chrome or Firefox never gives to a page, or that reload, close or inspect it. */
const RESERVED = /^Mod\+(?:[NTWQRH]|Tab|F4|Shift\+(?:[NTWPQ]|Tab))$|^Alt\+(?:F4|Tab)$|^F(?:5|11|12)$/;

/** Keys that edit text or move in it with any modifiers, and combinations that do so. */
const EDITING =
  /^Mod\+(?:[ACVXYZ]|Shift\+[VZ])$|(?:^|\+)(?:Arrow\w+|Page\w+|Home|End|Backspace|Delete|Enter|Tab|Escape)$/;
