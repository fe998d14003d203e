import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { zipFiles } from './archive.ts';
import { listUpdate } from './updates.ts';

const LINK = 'https://example.org/sidenote.xpi';

function signedPackage(version: string, gecko: object = { update_url: 'https://example.org/updates.json' }) {
  const manifest = {
    version,
    browser_specific_settings: { gecko: { id: 'a@b', strict_min_version: '142.0', ...gecko } },
  };
  return zipFiles(new Map([['manifest.json', new TextEncoder().encode(JSON.stringify(manifest))]]));
}

test('an update has the version, the least Firefox and the hash of the signed package', () => {
  const signed = signedPackage('1.2.0');
  expect(listUpdate(signed, LINK).addons['a@b']?.updates).toEqual([
    {
      version: '1.2.0',
      update_link: LINK,
      update_hash: `sha256:${createHash('sha256').update(signed).digest('hex')}`,
      applications: { gecko: { strict_min_version: '142.0' } },
    },
  ]);
});

test('earlier versions stay, and a version that is signed again replaces itself', () => {
  const first = listUpdate(signedPackage('1.0.0'), LINK);
  const second = listUpdate(signedPackage('1.1.0'), LINK, first);
  const again = listUpdate(signedPackage('1.1.0'), `${LINK}?again`, second);
  expect(again.addons['a@b']?.updates.map(({ version, update_link }) => [version, update_link])).toEqual([
    ['1.0.0', LINK],
    ['1.1.0', `${LINK}?again`],
  ]);
});

test('addresses that Firefox would not take, and packages that would not ask, are refused', () => {
  expect(() => listUpdate(signedPackage('1.0.0'), 'http://example.org/a.xpi')).toThrow('https');
  expect(() => listUpdate(signedPackage('1.0.0', {}), LINK)).toThrow('update URL');
});
