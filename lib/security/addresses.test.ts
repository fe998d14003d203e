import { describe, expect, test } from 'vitest';
import { addressKey, isPrivateAddress, isPrivateIp } from './addresses.ts';

const isPrivate = (address: string) => isPrivateAddress(new URL(address));

describe('an address is private', () => {
  test.each([
    'http://localhost/',
    'http://LOCALHOST:8080/',
    'http://app.localhost/',
    'http://localhost./',
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://10.1.2.3/',
    'http://167837953/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://0300.0250.1.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://100.64.0.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:c0a8:101]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fc00::1]/',
    'http://[fd12:3456::1]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://printer.local/',
    'http://PRINTER.LOCAL./',
    'http://router.lan/',
    'http://box.home.arpa/',
    'http://wiki.internal/',
    'http://intranet/',
    'http://１２７.０.０.１/',
    'http://ⓛocalhost/',
    'http://192-168-50-1.dynv6.net/',
    'http://a.10.0.0.1.zone.example/',
    'http://fe80--1.zone.example/',
    'http://fd00--1.zone.example/',
    'http://168.63.129.16/',
    'http://a.ddev.site/',
    'http://x.localdev.me/',
    'http://www.zyxelwifi.com/',
  ])('%s', (address) => {
    expect(isPrivate(address)).toBe(true);
  });
});

describe('an address is public', () => {
  test.each([
    'https://example.org/',
    'https://local.example.org/',
    'https://localhost.example.org/',
    'http://8.8.8.8/',
    'http://172.15.0.1/',
    'http://172.32.0.1/',
    'http://192.169.0.1/',
    'http://11.0.0.1/',
    'http://[2606:4700::1111]/',
    'http://[::ffff:808:808]/',
    'http://8-8-8-8.zone.example/',
    'http://2606-4700--1111.zone.example/',
    'http://my--site.zone.example/',
    'http://docs-10-0-0-1.example.com/',
    'http://example.com/192-168-50-1.html',
  ])('%s', (address) => {
    expect(isPrivate(address)).toBe(false);
  });
});

test('an IP address as reported by browsers is judged without brackets, and a name is not one', () => {
  expect([isPrivateIp('::1'), isPrivateIp('fe80::1%eth0'), isPrivateIp('93.184.216.34')]).toEqual([true, true, false]);
  expect(isPrivateIp('example.org')).toBeNull();
  expect(isPrivateIp('1:2')).toBe(true);
});

describe('a network that is not on the public web', () => {
  test.each([
    ['0.0.0.0', '0.255.255.255', null, '1.0.0.0'],
    ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
    ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
    ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
    ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
    ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
    ['192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
    ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
    ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
    ['224.0.0.0', '255.255.255.255', '223.255.255.255', null],
  ])('begins at %s and ends at %s', (first, last, before, after) => {
    expect([isPrivateIp(first), isPrivateIp(last)]).toEqual([true, true]);
    for (const outside of [before, after]) if (outside !== null) expect(isPrivateIp(outside)).toBe(false);
  });

  test.each([
    'x.localhost',
    'x.local',
    'x.internal',
    'x.intranet',
    'x.lan',
    'x.home',
    'x.corp',
    'x.private',
    'x.home.arpa',
    'a.b.lan',
    'x.localdomain',
    'x.router',
    'fritz.box',
    'fritz.box.',
    'nas.fritz.box',
    'speed.box',
    'my.keenetic.net',
    'pc.mshome.net',
    'router.belkin',
    '7f000001.c0a80101.rbndr.us',
    'router',
    'tplinkwifi.net',
    'www.tplinkwifi.net',
    'router.asus.com',
    'my.meraki.com',
    'home.arpa',
    'nas.tail0123.ts.net',
    'vm7.internal.cloudapp.net',
    'db.docker',
    'grafana.k8s',
  ])('is named %s', (host) => expect(isPrivate(`http://${host}/`)).toBe(true));

  test.each([
    'x.notlocal',
    'x.locals',
    'a.fritz.box.test',
    'meraki.com',
    'asus.com',
    'nottplinkwifi.net',
    'home.arpa.test',
    'lan.test',
    'x.arpa',
    'web.cloudapp.net',
    'tailscale.com',
    'bts.net',
  ])('is not named %s', (host) => expect(isPrivate(`http://${host}/`)).toBe(false));
});

describe('an IPv6 address', () => {
  test.each([
    '[::1]',
    'FE80::1',
    'fdff:ffff::1',
    'fe80::',
    'febf::1',
    'feff::1',
    'ff00::',
    '::10.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::10.0.0.1',
    '2002:a00:1::',
  ])('%s is private', (address) => expect(isPrivateIp(address)).toBe(true));

  test.each([
    'fbff::1',
    'fe00::1',
    'fe7f::1',
    '::8.8.8.8',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '65:ff9b::10.0.0.1',
    '64:ff9c::10.0.0.1',
    '2002:808:808::',
    '2003:a00:1::',
    '::1:10.0.0.1',
    '0:0:0:0:1:ffff:a00:1',
    '1:2:3:4:5:6:7:8',
    '1:2:3:4:5:6:7::',
    '1:2:3:4:5:6:8.8.8.8',
    '2606:4700::1111%eth0',
    '2606:4700::10.0.0.1%eth0',
  ])('%s is public', (address) => expect(isPrivateIp(address)).toBe(false));

  test.each([
    '1::2::3',
    'g::1',
    '12345::',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '::1:2:3:4:5:6:7:8',
    '2606::300.1.1.1',
    '2606:',
  ])('%s cannot be read, and is not trusted', (address) => expect(isPrivateIp(address)).toBe(true));
});

test.each(['256.1.1.1', '1.2.3', '1.2.3.4.5', '1.2.3.4567', 'a1.2.3.4', '1.2.3.4a', ''])(
  '%j is no IP address',
  (text) => expect(isPrivateIp(text)).toBeNull(),
);

test('the fragment of an address, which is never sent, does not tell it from another', () => {
  expect(addressKey(new URL('https://a.test/x?y=1#z'))).toBe('https://a.test/x?y=1');
  expect(addressKey(new URL('https://a.test/x?y=1#z#'))).toBe('https://a.test/x?y=1');
});
