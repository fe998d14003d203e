import { expect, test } from 'vitest';
import { contextPolicyOf } from './page-context.ts';

test('the policy of a run contains only its own sites, since chats are exported', () => {
  const sites = { 'https://bank.test': 'never', 'https://mail.test': 'ask', 'https://blog.test': 'send' } as const;
  const settings = { mode: 'page-first' as const, maxTokens: 100, sites };
  expect(contextPolicyOf(settings, ['https://blog.test', null])).toEqual({
    mode: 'page-first',
    maxTokens: 100,
    askSites: [],
    neverSites: [],
  });
  expect(contextPolicyOf(settings, ['https://bank.test', 'https://mail.test', 'https://bank.test'])).toMatchObject({
    askSites: ['https://mail.test'],
    neverSites: ['https://bank.test'],
  });
});
