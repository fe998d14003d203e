// npm run zip [-- --out DIR --update-url URL]: builds for Chrome, Edge and Firefox, and creates the packages for the
// stores. The same source gives the same bytes on every machine. With an update URL, also creates a Firefox package for
// installation without a store.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { filesIn, zipFiles } from './release/archive.ts';
import { packageName } from './release/packages.ts';
import { mustRun } from './run.ts';

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'out/packages' }, 'update-url': { type: 'string' } },
});
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
rmSync(values.out, { recursive: true, force: true });
mkdirSync(values.out, { recursive: true });

for (const target of ['chrome', 'edge', 'firefox'] as const) {
  await mustRun('wxt', ['build', '-b', target]);
  const files = filesIn(path.join('.output', `${target}-mv3`));
  write(packageName(target, version), zipFiles(files));
  if (target === 'firefox' && values['update-url'] !== undefined) {
    write(packageName('firefox-self-hosted', version), zipFiles(withUpdateUrl(files, values['update-url'])));
  }
}

function write(name: string, content: Uint8Array): void {
  writeFileSync(path.join(values.out, name), content);
  console.log(`${name}: ${(content.length / 1000).toFixed(0)} KB`);
}

/**
 * addons.mozilla.org refuses a listed package that names its own updates, but one that is installed from elsewhere
 * needs them. It signs each version of an id only once, so this package has a fourth number in its version.
 */
function withUpdateUrl(files: ReadonlyMap<string, Uint8Array>, url: string): ReadonlyMap<string, Uint8Array> {
  const manifest = JSON.parse(new TextDecoder().decode(files.get('manifest.json')));
  manifest.browser_specific_settings.gecko.update_url = url;
  manifest.version += '.1';
  return new Map([...files, ['manifest.json', new TextEncoder().encode(JSON.stringify(manifest))]]);
}
