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
  ])('covers what shows its pages: %s', (url) => {
    expect(policyFor(url, policies)).toBe('never');
  });

  test.each([
    'https://translate.goog/',
    'https://my--bank-test.translate.goog/',
    'https://bank-test.translate.goog.evil.test/',
    'about:reader?url=no%20address',
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
  expect(buildContextPolicy(settings, ['https://blog.test', null])).toEqual({
    mode: 'page-first',
    maxTokens: 100,
    askSites: [],
    neverSites: [],
  });
  expect(buildContextPolicy(settings, ['http://bank.test', 'https://mail.test', 'http://bank.test'])).toMatchObject({
    askSites: ['https://mail.test'],
    neverSites: ['http://bank.test'],
  });
});
