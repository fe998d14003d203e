import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type BrowserName, requireBrowser } from '../../scripts/browsers.ts';
import { FIREFOX_ID } from '../../scripts/firefox-chrome.ts';
import { temporaryFolder } from './at-process-end.ts';

/** Where Chromium looks for policies set by the machine's administrator. */
const CHROMIUM_FOLDER = '/etc/chromium';

/** Why a policy cannot be set here for a single browser, or null if it can. */
export function managedObstacle(name: BrowserName): string | null {
  if (name === 'firefox') return null;
  if (!existsSync(CHROMIUM_FOLDER)) return `no ${CHROMIUM_FOLDER}`;
  return spawnSync('unshare', ['--mount', 'true']).status === 0 ? null : 'mounts cannot be made here';
}

/** The options of a browser with an administrator's policy that no other browser on this machine sees. */
export function managedBrowser(name: BrowserName, extensionDir: string, policy: object) {
  const folder = temporaryFolder('sidenote-managed-');
  const write = (file: string, content: string) => {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, content);
    return target;
  };
  if (name === 'firefox') {
    const manifest = { name: FIREFOX_ID, description: 'Policy', type: 'storage', data: policy };
    write(`.mozilla/managed-storage/${FIREFOX_ID}.json`, JSON.stringify(manifest));
    return { home: folder };
  }
  const extensions = { [idOfUnpacked(extensionDir)]: policy };
  write('etc/policies/managed/sidenote.json', JSON.stringify({ '3rdparty': { extensions } }));
  // A mount that is visible only to this process and its children.
  const mount = `mount --bind '${path.join(folder, 'etc')}' ${CHROMIUM_FOLDER} && exec '${requireBrowser(name)}' "$@"`;
  const executable = write(
    'chromium',
    `#!/bin/sh\nexec unshare --mount sh -c '${mount.replaceAll("'", `'\\''`)}' sh "$@"\n`,
  );
  chmodSync(executable, 0o755);
  return { executable };
}

/** Chromium derives the id of an unpacked extension from its path: 32 letters from a to p. */
function idOfUnpacked(folder: string): string {
  const hash = createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 32);
  return [...hash].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('');
}
