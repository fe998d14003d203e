import { describe, expect, test } from 'vitest';
import { buildContextPolicy, isSameSite, policyFor } from './site-policies.ts';

describe('the policy of a site', () => {
  const policies = {
    'http://bank.test': 'never',
    'https://mail.test': 'ask',
    'https://open.bank.test': 'send',
  } as const;

  test.each([
    'http://bank.test/balance',
    'https://bank.test/',
    'https://www.bank.test/',
    'https://m.bank.test/',
    'https://bank.test./',
    'https://BANK.test:8443/',
    'blob:https://bank.test/4711',
    'view-source:https://bank.test/',
  ])('covers every address of it: %s', (url) => {
    expect(policyFor(url, policies)).toBe('never');
  });

  test.each([
    'https://bank-test.translate.goog/balance?_x_tr_sl=de',
    'https://m-bank-test.translate.goog/',
    'about:reader?url=https%3A%2F%2Fbank.test%2Fbalance',
    'https://web.archive.org/web/20240101000000/https://bank.test/balance',
    'https://web.archive.org/web/2024*/bank.test/*',
    'https://web.archive.org/web/2024/http:/m.bank.test:80/',
    'https://archive.ph/https://bank.test/balance',
    'https://archive.ph/2024.01.01-000000/https%3A//bank.test/',
    'https://webcache.googleusercontent.com/search?q=cache:x4711:bank.test/balance&hl=en',
    'https://webcache.googleusercontent.com/search?q=cache%3Abank.test',
    'https://bank-test.cdn.ampproject.org/c/s/bank.test/balance',
    'https://bank-test.cdn.ampproject.org/',
    'https://www.google.com/amp/s/bank.test/balance',
    'https://www.bing.com/amp/s/m.bank.test/balance',
    'https://translate.google.com/translate?sl=de&tl=en&u=bank.test/balance',
    'https://translate.google.com/website?u=http%3A%2F%2Fbank.test',
    'https://translated.turbopages.org/proxy_u/de-en.en.4711/https/bank.test/balance',
    'https://ssl.microsofttranslator.com/bv.aspx?from=&to=en&a=https%3A%2F%2Fbank.test',
    'https://r.jina.ai/https://bank.test/balance',
    'https://r.jina.ai/bank.test',
    'https://12ft.io/proxy?q=https%3A%2F%2Fbank.test',
    'https://outline.com/bank.test/balance',
    'https://reader.test/view#https://bank.test/',
    'https://copy.test/?u=aHR0cHM6Ly9iYW5rLnRlc3QvYmFsYW5jZQ',
    'https://copy.test/?u=YmFuay50ZXN0',
    'https://copy.test/?u=Ly9iYW5rLnRlc3QvYQ==',
    'https://copy.test/?u=68747470733a2f2f62616e6b2e74657374',
    'https://https-bank-test-443.webvpn.uni.test/',
    'https://copy.test/?u=https%253A%252F%252Fbank.test%252F%E0',
    'https://copy.test/?u=https%3A%2F%2Falice%40bank.test%2F',
    'https://www-bank-test.ezproxy.uni.test/',
    'https://bank.test.proxy.uni.test/balance',
    'https://web.archive.org/web/2024/https://bank-test.translate.goog/',
    'https://proxy.test/BANK%E3%80%82test/',
    'view-source:https://web.archive.org/web/2024/https://bank.test/',
    'chrome-distiller://4711/?title=Bank&url=https%3A%2F%2Fbank.test%2F',
    'chrome-extension://abc/viewer.html?file=https://bank.test/a.pdf',
  ])('covers what shows its pages: %s', (url) => {
    expect(policyFor(url, policies)).toBe('never');
  });

  test.each([
    'https://translate.goog/',
    'https://my--bank-test.translate.goog/',
    'https://bank-test.translate.goog.evil.test/',
    'about:reader?url=no%20address',
    'https://www.google.com/search?q=bank.test',
    'https://search.test/?lang=en&query=bank.test',
    'https://people.test/alice@bank.test',
    'https://news.test/how-bank.test-failed',
    'https://web.archive.org/web/2024/https://notbank.test/',
    'https://bank.test.evil.test/',
    'https://bank-test.evil.test/',
  ])('covers no page beside them: %s', (url) => {
    expect(policyFor(url, policies)).toBe('send');
    expect(policyFor('https://my--bank-test.translate.goog/', { 'my-bank.test': 'ask' })).toBe('ask');
  });

  test('of a service that shows other pages covers them as well', () => {
    const sites = { 'translate.goog': 'never', 'https://bank.test': 'send' } as const;
    expect(policyFor('https://bank-test.translate.goog/', sites)).toBe('never');
  });

  test.each([
    'bank.test',
    ' Bank.test ',
    'www.bank.test',
    '*.bank.test',
    '.bank.test',
    'https://*.bank.test',
    '//bank.test/login',
    'bank.test:8443',
    'bank.test/login',
    'alice@bank.test',
  ])('covers the site however it is named: %s', (site) => {
    for (const url of ['https://bank.test/', 'http://m.bank.test:81/'])
      expect(policyFor(url, { [site]: 'never' }), url).toBe('never');
    for (const url of ['https://notbank.test/', 'about:blank'])
      expect(policyFor(url, { [site]: 'never' }), url).toBe('send');
  });

  test.each([
    ['localhost:3000', 'http://localhost:4000/'],
    ['192.168.1.1', 'http://3232235777/'],
    ['[::1]', 'http://[0:0:0:0:0:0:0:1]:8080/'],
    ['bücher.test', 'https://xn--bcher-kva.test/'],
  ])('covers hosts in every spelling: %s', (site, url) => {
    expect(policyFor(url, { [site]: 'never' })).toBe('never');
  });

  test('is overridden by the policy of a host below it', () => {
    expect(policyFor('https://open.bank.test/', policies)).toBe('send');
    expect(policyFor('https://a.open.bank.test/', policies)).toBe('send');
  });

  test('covers no other site', () => {
    for (const url of ['https://notbank.test/', 'https://bank.test.evil.test/', 'about:blank', 'no address'])
      expect(policyFor(url, policies)).toBe('send');
  });

  test('is the stricter one of two for the same host', () => {
    expect(policyFor('https://a.test/', { 'http://a.test': 'never', 'https://a.test': 'send' })).toBe('never');
    expect(policyFor('http://a.test/', { 'http://a.test': 'send', 'https://www.a.test': 'ask' })).toBe('ask');
  });
});

test('hosts belong to one site if one is below the other', () => {
  expect(isSameSite('https://www.a.test/x', 'http://pay.a.test/')).toBe(true);
  expect(isSameSite('https://alice.pages.test/', 'https://bob.pages.test/')).toBe(false);
  expect(isSameSite('about:srcdoc', 'about:srcdoc')).toBe(false);
});

test('the policy of a run contains only its own sites, because chats are exported', () => {
  const sites = { 'https://bank.test': 'never', 'https://mail.test': 'ask', 'https://blog.test': 'send' } as const;
  const settings = { mode: 'page-first' as const, maxTokens: 100, sites };
  expect(buildContextPolicy(settings, ['https://blog.test/'])).toEqual({
    mode: 'page-first',
    maxTokens: 100,
    askSites: [],
    neverSites: [],
  });
  expect(
    buildContextPolicy(settings, ['http://bank.test/a', 'https://mail.test/', 'http://bank.test/b']),
  ).toMatchObject({
    askSites: ['https://mail.test'],
    neverSites: ['http://bank.test'],
  });
});
