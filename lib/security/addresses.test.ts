import { describe, expect, test } from 'vitest';
import { isPrivateAddress, isPrivateIp } from './addresses.ts';

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
  ])('%s', (address) => {
    expect(isPrivate(address)).toBe(false);
  });
});

test('an IP address as browsers report it is judged without brackets, and a name is none', () => {
  expect([isPrivateIp('::1'), isPrivateIp('fe80::1%eth0'), isPrivateIp('93.184.216.34')]).toEqual([true, true, false]);
  expect(isPrivateIp('example.org')).toBeNull();
  expect(isPrivateIp('1:2')).toBe(true);
});
