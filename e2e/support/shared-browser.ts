import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserName } from '../../scripts/browsers.ts';
import { type Launched, type LaunchOptions, launch, reinstallExtension } from '../../scripts/launch.ts';
import { waitUntil } from '../../scripts/wait-until.ts';
import { atProcessEnd } from './at-process-end.ts';

/** `extensionDir` is installed again for each stage. The other options must be the same for all stages of a browser. */
type SharedOptions = Pick<LaunchOptions, 'extensionDir' | 'headless' | 'downloadDir' | 'preferences'>;
type Shared = { launched: Launched; profile: string; isTaken: boolean };

/** The browsers of this worker process. Test files run one after another in it, and share them (`isolate: false`). */
const shared = new Map<BrowserName, Shared>();

/**
 * Where browsers store an extension's data, below the profile. The data is deleted some time after the extension was
 * removed.
 */
const STORED: Record<BrowserName, { folder: string; name: RegExp }[]> = {
  chromium: [
    { folder: 'Default/IndexedDB', name: /^chrome-extension_/ },
    { folder: 'Default/Local Extension Settings', name: /./ },
    { folder: 'Default/Sync Extension Settings', name: /./ },
  ],
  firefox: [{ folder: 'storage/default', name: /^moz-extension/ }],
};

/**
 * A running browser with a fresh installation of the extension and one empty tab. Starting a browser takes seconds,
 * reinstalling the extension a fraction of a second. Returns null while another stage uses it.
 */
export async function takeBrowser(name: BrowserName, options: SharedOptions): Promise<Launched | null> {
  const known = shared.get(name);
  if (known?.isTaken) return null;
  if (known?.launched.browser.connected) {
    known.isTaken = true;
    try {
      const isForgotten = () => waitUntilForgotten(name, known.profile);
      known.launched = await reinstallExtension(known.launched, options.extensionDir, isForgotten);
      return known.launched;
    } catch (error) {
      console.error(`${name} is started anew: ${error}`);
      end(known);
    }
  }
  const profile = mkdtempSync(path.join(tmpdir(), 'sidenote-e2e-'));
  const launched = await launch(name, {
    ...options,
    profile,
    // Otherwise, the next installation would find this one's data.
    preferences: { ...options.preferences, 'extensions.webextensions.keepStorageOnUninstall': false },
  });
  shared.set(name, { launched, profile, isTaken: true });
  return launched;
}

export function giveBack(launched: Launched): void {
  const known = shared.get(launched.name);
  if (known?.launched.browser === launched.browser) known.isTaken = false;
}

async function waitUntilForgotten(name: BrowserName, profile: string): Promise<void> {
  const isStored = () =>
    STORED[name].some(({ folder, name: wanted }) =>
      entries(path.join(profile, folder)).some((each) => wanted.test(each)),
    );
  await waitUntil(() => !isStored(), 'The extension’s data was not deleted.');
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function end({ launched, profile }: Shared): void {
  launched.browser.process()?.kill('SIGKILL');
  rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}

atProcessEnd(() => {
  for (const each of shared.values()) end(each);
});
