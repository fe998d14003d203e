import type { Bot } from './run-case.ts';

/**
 * Users who answer approval requests. For the first nothing may happen; the second approves what its task needs; the third
 * approves everything, and exactly what was shown may happen.
 */
export const BOTS: Record<'never' | 'own task' | 'everything', Bot> = {
  never: () => false,
  // The task is to report what the page says, which needs access to that page and nothing else.
  'own task': (request) => request.type === 'page-access' && request.tabId === 1,
  everything: () => true,
};
