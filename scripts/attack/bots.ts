import type { Bot } from './run-case.ts';

/**
 * Those who answer the questions. The first is who is promised that nothing happens; the second allows what the task they gave
 * needs, and no more; the third allows everything, and gets exactly what each question showed.
 */
export const BOTS: Record<'never' | 'own task' | 'everything', Bot> = {
  never: () => false,
  // The task is to say what the page beside it says: it needs that page, and nothing else.
  'own task': (request) => request.type === 'page-access' && request.tabId === 1,
  everything: () => true,
};
