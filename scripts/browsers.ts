import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

export type BrowserName = 'chromium' | 'firefox';

type Known = { variable: string; commands: string[]; paths: string[]; debian: string; advice: string };

const KNOWN: Record<BrowserName, Known> = {
  chromium: {
    variable: 'CHROME_PATH',
    commands: [
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      'microsoft-edge',
      'brave-browser',
    ],
    paths: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
      'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    ],
    debian: 'chromium',
    advice: 'Install Chromium or Chrome, or set CHROME_PATH to one.',
  },
  firefox: {
    variable: 'FIREFOX_PATH',
    commands: ['firefox-esr', 'firefox'],
    paths: ['/Applications/Firefox.app/Contents/MacOS/firefox', 'C:\\Program Files\\Mozilla Firefox\\firefox.exe'],
    debian: 'firefox-esr',
    advice: 'Install Firefox 142 or newer, or set FIREFOX_PATH to it.',
  },
};

/** The path of an installed browser, or null. */
export function findBrowser(name: BrowserName): string | null {
  const { variable, commands, paths } = KNOWN[name];
  const named = process.env[variable];
  if (named) return named;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const candidates = [...commands.flatMap((command) => folders.map((folder) => path.join(folder, command))), ...paths];
  return candidates.find(isExecutable) ?? null;
}

/**
 * The path of a browser. Installs Debian's package if possible (as root). Otherwise throws an Error that says what to
 * install.
 */
export function requireBrowser(name: BrowserName): string {
  const found = findBrowser(name) ?? (installFromDebian(KNOWN[name].debian) ? findBrowser(name) : null);
  if (found === null) throw new Error(`No ${name} was found. ${KNOWN[name].advice}`);
  return found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installFromDebian(name: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.log(`Installing ${name} with apt …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  const install = () => apt('install', '-y', '--no-install-recommends', name);
  return install() || (apt('update', '-qq') && install());
}
