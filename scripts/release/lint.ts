import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

const TOOLS = path.join(import.meta.dirname, 'tools');

type Message = { code: string; message: string; file?: string; line?: number };
type Report = { errors: Message[]; warnings: Message[] };

/** The findings of `web-ext lint`, which addons.mozilla.org also runs, in a package. */
export function lintFirefox(file: string, isSelfHosted: boolean): string[] {
  installTools();
  const args = ['lint', '--source-dir', path.resolve(file), '--output', 'json', '--no-config-discovery'];
  const { stdout, stderr } = spawnSync('web-ext', [...args, ...(isSelfHosted ? ['--self-hosted'] : [])], {
    encoding: 'utf8',
    maxBuffer: 64_000_000,
    env: { ...process.env, PATH: `${path.join(TOOLS, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}` },
    shell: process.platform === 'win32',
  });
  try {
    const { errors, warnings } = JSON.parse(stdout) as Report;
    return [...errors, ...warnings].map((each) => `${each.code} ${each.file ?? ''}:${each.line ?? ''} ${each.message}`);
  } catch {
    return [`web-ext lint did not run: ${stderr || stdout}`];
  }
}

/** Separate from the project's own packages, since most work needs none of its 330 packages (86 MB). */
function installTools(): void {
  const done = path.join(TOOLS, 'node_modules/.package-lock.json');
  if (existsSync(done) && statSync(done).mtimeMs >= statSync(path.join(TOOLS, 'package-lock.json')).mtimeMs) return;
  console.log('Installing web-ext (npm ci in scripts/release/tools) …');
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', TOOLS];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error('web-ext could not be installed.');
}
