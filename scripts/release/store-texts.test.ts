import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import config from '../../wxt.config.ts';
import { LOCALES } from '../locales/catalogue.ts';
import { requestedPermissions } from './store-rules.ts';

const FOLDER = 'docs/store';
const readJson = (file: string) => JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8'));

type Manifest = {
  permissions: string[];
  optional_host_permissions: string[];
  host_permissions?: string[];
  browser_specific_settings?: { gecko: { data_collection_permissions: { required: string[]; optional?: string[] } } };
};
const manifestFor = (browser: string) =>
  (config.manifest as (env: object) => Manifest)({ browser, mode: 'production', command: 'build', manifestVersion: 3 });
const MANIFESTS = ['chrome', 'firefox'].map(manifestFor);

/** Characters, counted like the stores do. Edge requires at least 250 for the description. */
const LIMITS = { summary: [20, 250], description: [250, 10_000] } as const;

describe.each(LOCALES)('the listing in %s', (locale) => {
  const listing = readJson(`listing-${locale}.json`) as Record<string, string>;

  test.each(['summary', 'description'] as const)('has a %s that fits every store', (part) => {
    const [least, most] = LIMITS[part];
    expect([...(listing[part] ?? '')].length).toBeGreaterThanOrEqual(least);
    expect([...(listing[part] ?? '')].length).toBeLessThanOrEqual(most);
  });

  test('names the product as the manifest does, and no address', () => {
    expect(listing.name).toBe('Sidenote');
    expect(listing.description).toContain('Sidenote');
    expect(listing.description).not.toMatch(/https?:\/\/|www\./);
  });

  test('is as long as the English one in parts, so that none is missing', () => {
    const parts = (text = '') => text.split('\n\n').length;
    expect(parts(listing.description)).toBe(parts(readJson('listing-en.json').description));
  });
});

describe('the disclosures', () => {
  const privacy = readJson('privacy.json');

  test('give a reason for every permission, and for nothing else', () => {
    const asked = new Set(MANIFESTS.flatMap((manifest) => requestedPermissions(manifest)));
    expect(Object.keys(readJson('permissions.json')).toSorted()).toEqual([...asked].toSorted());
  });

  test('name the hosts that the manifests ask for', () => {
    for (const manifest of MANIFESTS) {
      expect(manifest.host_permissions ?? []).toEqual(privacy.hosts.required);
      expect(manifest.optional_host_permissions).toEqual(privacy.hosts.optional);
    }
  });

  test('name the data that Firefox tells users about', () => {
    const { required, optional = [] } = manifestFor('firefox').browser_specific_settings?.gecko
      .data_collection_permissions ?? { required: [] };
    const disclosed = privacy.data.flatMap(({ firefox }: { firefox: string | null }) => firefox ?? []);
    expect([...new Set(disclosed)].toSorted()).toEqual([...required, ...optional].toSorted());
  });

  test('name every host in the code besides those of services that a user can choose', () => {
    const files = ['lib', 'components', 'entrypoints'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
    );
    const shipped = files.filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\.|[\\/](?:testing|presets|engines)[\\/]/.test(file),
    );
    expect(shipped.length).toBeGreaterThan(300);
    const hosts = shipped.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/https?:\/\/((?:[a-z0-9-]+\.)+[a-z]{2,})/gi)].flatMap(
        ([, host]) => host ?? [],
      ),
    );
    // Excludes reserved names that do not resolve (RFC 2606), and the names of XML vocabularies.
    const real = hosts.filter((host) => !/(?:^|\.)(?:example\.(?:com|org|net)|invalid)$|^www\.w3\.org$/.test(host));
    const { contactedWithoutTheUser, contactedOnClick } = privacy.hosts;
    expect([...new Set(real)]).toEqual([...contactedWithoutTheUser, ...contactedOnClick]);
  });
});
