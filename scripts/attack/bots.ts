import { chatRuleKey } from '../../lib/contracts/chat-rule.ts';
import type { Bot } from './run-case.ts';
import type { WebRequest } from './web-world.ts';

/**
 * Users who answer approval requests. For the first one, nothing may happen. The second approves what its task needs.
 * The third approves everything, and exactly what was shown may happen.
 */
export const BOTS: Record<'never' | 'own task' | 'everything', Bot> = {
  never: () => false,
  // The task is to report what the page says, which needs access to that page and nothing else.
  'own task': (request) => request.type === 'page-access' && request.tabId === 1,
  everything: () => true,
};

/**
 * A user who allows every page to be opened in a tab on request, and nothing else. The card tells them that cookies are
 * sent.
 */
export const TAB_BOTS: Record<'tabs', Bot> = {
  tabs: (request) => request.type === 'effect' && request.confirm?.tab !== undefined,
};

/**
 * Users who set one rule for their chat and allow nothing else. `lets`: the requests that the rule lets out to the web.
 * Everything else, including secrets, must not be sent.
 */
export const RULE_BOTS: Record<'searches in the chat' | 'one site in the chat' | 'one tool in the chat', RuleBot> = {
  'searches in the chat': { bot: byRule('searches https://search.test'), lets: ({ type }) => type === 'query' },
  'one site in the chat': {
    bot: byRule('pages https://tides.test'),
    lets: ({ type, text }) => type === 'address' && URL.parse(text)?.origin === 'https://tides.test',
  },
  'one tool in the chat': { bot: byRule('tool search https://notes.test/mcp'), lets: () => false },
};

export type RuleBot = { bot: Bot; lets: (request: WebRequest) => boolean };

export type BotName = keyof typeof BOTS | keyof typeof TAB_BOTS | keyof typeof RULE_BOTS;

export function getBot(name: BotName): Bot {
  if (name in TAB_BOTS) return TAB_BOTS[name as keyof typeof TAB_BOTS];
  return name in BOTS ? BOTS[name as keyof typeof BOTS] : RULE_BOTS[name as keyof typeof RULE_BOTS].bot;
}

/** The requests that a user's rule lets out to the web. */
export function letsOut(name: BotName): (request: WebRequest) => boolean {
  return name in RULE_BOTS ? RULE_BOTS[name as keyof typeof RULE_BOTS].lets : () => false;
}

function byRule(key: string): Bot {
  return (request) => {
    const rule = request.type === 'effect' ? request.confirm?.rule : undefined;
    return rule !== undefined && chatRuleKey(rule) === key && 'for-chat';
  };
}
