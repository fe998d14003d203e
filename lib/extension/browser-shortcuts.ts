import { browser } from 'wxt/browser';

/** A command of the manifest and its keys as the browser writes them, such as `Alt+Shift+J`; '' for none. */
export type BrowserShortcut = { name: string; description: string; keys: string };

/** Firefox has a function for its page of shortcuts since version 137, which the shared types lack. */
type ShortcutSettings = { openShortcutSettings(): Promise<void> };

/** The shortcuts that the browser listens for, in every tab. */
export async function browserShortcuts(): Promise<BrowserShortcut[]> {
  const commands = await browser.commands.getAll();
  return commands.map(({ name = '', description = '', shortcut = '' }) => ({ name, description, keys: shortcut }));
}

/** Opens the browser's own page where they are changed. */
export async function openBrowserShortcuts(): Promise<void> {
  if (import.meta.env.FIREFOX) return (browser.commands as unknown as ShortcutSettings).openShortcutSettings();
  // Edge and others take the address as theirs.
  await browser.tabs.create({ url: 'chrome://extensions/shortcuts' });
}
