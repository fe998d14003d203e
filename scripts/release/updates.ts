// node scripts/release/updates.ts SIGNED.xpi URL [PREVIOUS.json]: writes to stdout the file in which Firefox looks for
// newer versions of a package that was not installed from a store
// (extensionworkshop.com/documentation/manage/updating-your-extension).
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readZip } from './archive.ts';

type Update = {
  version: string;
  update_link: string;
  update_hash: string;
  applications: { gecko: { strict_min_version: string } };
};
export type Updates = { addons: Record<string, { updates: Update[] }> };

/**
 * The update manifest with the version of a signed package, which Firefox verifies by its hash. Earlier versions stay
 * listed.
 */
export function listUpdate(signed: Uint8Array, link: string, previous: Updates = { addons: {} }): Updates {
  if (!link.startsWith('https://')) throw new Error(`${link}: Firefox takes updates from https:// only.`);
  const { version, browser_specific_settings } = JSON.parse(
    new TextDecoder().decode(readZip(signed).get('manifest.json')),
  );
  const { id, strict_min_version, update_url } = browser_specific_settings.gecko;
  if (update_url === undefined) throw new Error('This package names no update URL, so nothing would ask for updates.');
  const update: Update = {
    version,
    update_link: link,
    update_hash: `sha256:${createHash('sha256').update(signed).digest('hex')}`,
    applications: { gecko: { strict_min_version } },
  };
  const earlier = (previous.addons[id]?.updates ?? []).filter((each) => each.version !== version);
  return { addons: { ...previous.addons, [id]: { updates: [...earlier, update] } } };
}

if (import.meta.main) {
  const [file, link, earlier] = process.argv.slice(2);
  if (file === undefined || link === undefined) {
    console.error('usage: node scripts/release/updates.ts SIGNED.xpi URL [PREVIOUS.json]');
    process.exit(2);
  }
  const previous = earlier !== undefined && existsSync(earlier) ? JSON.parse(readFileSync(earlier, 'utf8')) : undefined;
  console.log(JSON.stringify(listUpdate(new Uint8Array(readFileSync(file)), link, previous), null, 2));
}
