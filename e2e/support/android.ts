import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Extension APIs that Firefox for Android lacks and that a manifest does not mention (MDN browser-compat-data). */
const MISSING = `
for (const [owner, name] of [[globalThis.browser, 'windows'], [globalThis.browser.storage, 'managed'], [globalThis.browser.tabs, 'toggleReaderMode']])
  Object.defineProperty(owner, name, { value: undefined });
`;

/** Manifest keys and permissions that Firefox for Android lacks. Without them, their APIs are missing. */
const MISSING_KEYS = ['sidebar_action', 'commands', 'omnibox'];
const MISSING_PERMISSIONS = ['contextMenus', 'identity', 'search', 'bookmarks', 'history'];

/** A finger, which cannot hover, is the only pointing device. */
export const TOUCH_SCREEN = {
  'dom.w3c_touch_events.enabled': 1,
  'ui.primaryPointerCapabilities': 1,
  'ui.allPointerCapabilities': 1,
};

/**
 * A copy of the Firefox package without what Firefox for Android lacks, since there is no headless Firefox for Android.
 */
export function packageForAndroid(extensionDir: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sidenote-android-'));
  cpSync(extensionDir, folder, { recursive: true });
  const file = path.join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  for (const key of MISSING_KEYS) delete manifest[key];
  delete manifest.action.default_area;
  for (const list of ['permissions', 'optional_permissions'])
    manifest[list] = manifest[list].filter((name: string) => !MISSING_PERMISSIONS.includes(name));
  writeFileSync(file, JSON.stringify(manifest));
  // The first scripts of the background and of every page.
  for (const script of ['background.js', 'first-look.js']) {
    const at = path.join(folder, script);
    writeFileSync(at, MISSING + readFileSync(at, 'utf8'));
  }
  return folder;
}
