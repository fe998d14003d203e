import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseBaseUrl } from './base-url.ts';

/** Hostile and sloppy addresses with the expected results. Optional, beside the checkout. */
const FILE = path.resolve(import.meta.dirname, '../../../../shared/security/endpoint-urls.json');

type Case = { url: string; expect: string };

const cases: Case[] = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : [];

/** How each verdict in the list is checked. The address of the first group is always the same. */
const VERDICTS: Record<string, (url: string) => void> = {
  'offer https:// + confirm': (url) => {
    expect(parseBaseUrl(url)).toMatchObject({
      url: 'https://api.openai.com/v1',
      warnings: warned('scheme-added', true),
    });
  },
  trim: isOpenAi,
  'normalise slash': isOpenAi,
  'strip known suffix': isOpenAi,
  'drop fragment': isOpenAi,
  'show parsed host evil': (url) => {
    const wanted = { origin: 'https://api.openai.com.evil.test', warnings: warned('host-read-otherwise', true) };
    expect(parseBaseUrl(url)).toMatchObject(wanted);
  },
  'show punycode, warn homograph': (url) => {
    const { origin, warnings } = accepted(url);
    expect(origin).toBe('https://xn--pi-6kc.openai.com');
    expect(warnings).toMatchObject(warned('look-alike', true));
    expect(warnings[0]).toMatchObject({ host: expect.stringContaining('xn--') });
  },
  'same-origin rule: trailing dot is a different origin': (url) => {
    const wanted = { origin: 'https://api.openai.com.', warnings: warned('trailing-dot', true) };
    expect(parseBaseUrl(url)).toMatchObject(wanted);
  },
  'refuse to send a key over plain http to a public host': (url) => {
    expect(parseBaseUrl(url)).toMatchObject({ takesKey: false, warnings: warned('no-key', false) });
  },
  allow: (url) => {
    expect(parseBaseUrl(url)).toMatchObject({ hostKind: 'loopback', takesKey: true, warnings: [] });
  },
  'allow with warning: clear text on LAN': isInClearText,
  'allow with warning': isInClearText,
  'warn / rewrite': showsLoopback,
  'show parsed 127.0.0.1': showsLoopback,
  'treated as public': (url) => {
    expect(parseBaseUrl(url)).toMatchObject({ hostKind: 'public', takesKey: false });
  },
  'normalised path shown': (url) => {
    const { warnings } = accepted(url);
    expect(warnings).toMatchObject(warned('path-changed', true));
    expect(warnings[0]).toMatchObject({ address: expect.stringContaining('https://api.openai.com/evil') });
  },
};

if (cases.length === 0) {
  test('skipped: no corpus', ({ skip }) => skip());
} else {
  test('there are fifty addresses', () => {
    expect(cases).toHaveLength(50);
  });

  test.each(cases)('$url: $expect', ({ url, expect: verdict }) => {
    const check = verdict.startsWith('reject') ? isRefused : VERDICTS[verdict];
    if (check === undefined) throw new Error(`No such verdict: ${verdict}`);
    check(url);
  });
}

function isRefused(url: string): void {
  expect(parseBaseUrl(url)).toEqual({ error: { code: expect.any(String) } });
}

function isOpenAi(url: string): void {
  expect(parseBaseUrl(url)).toMatchObject({ url: 'https://api.openai.com/v1', takesKey: true, warnings: [] });
}

function isInClearText(url: string): void {
  expect(parseBaseUrl(url)).toMatchObject({
    hostKind: 'private',
    takesKey: true,
    warnings: warned('clear-text', false),
  });
}

function showsLoopback(url: string): void {
  const wanted = {
    url: 'http://127.0.0.1:11434/v1',
    hostKind: 'loopback',
    warnings: warned('host-read-otherwise', true),
  };
  expect(parseBaseUrl(url)).toMatchObject(wanted);
}

function warned(code: string, confirm: boolean) {
  return [{ code, confirm }];
}

function accepted(url: string) {
  const baseUrl = parseBaseUrl(url);
  if ('error' in baseUrl) throw new Error(baseUrl.error.code);
  return baseUrl;
}
