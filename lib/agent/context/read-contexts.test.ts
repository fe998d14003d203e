import { describe, expect, test } from 'vitest';
import { createModelProfile } from '../../contracts/model.ts';
import type { ContextSource, PageContext } from '../../contracts/page-context.ts';
import type { ThreadState } from '../../contracts/thread.ts';
import {
  asked,
  buildThread,
  pageContext,
  runEnd,
  runStart,
  step,
  textDelta,
} from '../../testing/agent/scripted-thread.ts';
import { estimateTokens } from '../../text/token-estimate.ts';
import { listPageContexts } from './page-context.ts';
import { carriedContexts, questionBudget } from './read-contexts.ts';

/** Pages get two fifths of the room in a window. */
const SHARE = 0.4;
const PAGE = pageContext({ text: 'x'.repeat(6_000), tokens: 1_500 });

const buildProfile = (contextWindow: number) =>
  createModelProfile({ toolMode: 'native', mayFallBack: true, contextWindow, isLocal: true });

/**
 * A chat with a question about a page and a second question. The page counts for the second one if it is open in one of
 * the tabs.
 */
const chat = ({ context = pageContext({ text: '', tokens: 0 }), answer = 'Yes.' } = {}) =>
  buildThread(
    asked('q', 'Why?'),
    runStart('r', { context: { mode: 'page-first', maxTokens: 24_000 } }),
    { type: 'context-start', contextId: 'r:page:1', tabId: 1 },
    { type: 'context-available', contextId: 'r:page:1', context, ms: 1 },
    ...step('r:0', textDelta(answer)),
    runEnd(),
    asked('q2', 'And then?'),
    runStart('r2', { context: { mode: 'page-first', maxTokens: 24_000 } }),
  );

function tab(tabId: number): ContextSource {
  return { type: 'tab', tabId };
}

function budget(state: ThreadState, tabIds = [2], contextWindow = 20_000) {
  const earlier = listPageContexts(state);
  const profile = buildProfile(contextWindow);
  return questionBudget(state, { profile, maxTokens: 24_000, sources: tabIds.map(tab), earlier });
}

describe('the budget of a question in a window', () => {
  test.each([
    ['English', 'High water is at six in the evening. '],
    ['Chinese', '今天傍晚六点是满潮。'],
    ['Hindi', 'आज शाम छह बजे ज्वार आएगा। '],
  ])('is less by the tokens of the conversation in %s', (_language, sentence) => {
    const answer = sentence.repeat(100);
    const tokens = estimateTokens(answer) - estimateTokens('Yes.');
    expect(Math.abs(budget(chat()) - budget(chat({ answer })) - tokens * SHARE)).toBeLessThanOrEqual(2);
  });

  test('is reduced by the tokens of its own page in the conversation, but not by other pages, which may be omitted', () => {
    const withTokens = (tokens: number) => chat({ context: { ...PAGE, tokens } });
    expect(budget(withTokens(0), [1]) - budget(withTokens(1_500), [1])).toBe(1_500 * SHARE);
    expect(budget(withTokens(0)) - budget(withTokens(1_500))).toBe(0);
    // The text counts once, by its tokens.
    expect(budget(chat({ context: { ...PAGE, text: 'x' } }))).toBe(budget(chat({ context: PAGE })));
  });
});

describe('the earlier pages of a conversation', () => {
  const carried = (state: ThreadState, contextWindow: number, tabIds = [1]) =>
    carriedContexts(state, listPageContexts(state), tabIds.map(tab), buildProfile(contextWindow)).length;

  test('are kept for a question about them while the request fits with them', () => {
    const state = chat({ context: PAGE as PageContext });
    expect(carried(state, 6_000)).toBe(1);
    expect(carried(state, 3_000)).toBe(0);
    // The pages of other tabs can be omitted from the request instead.
    expect(carried(state, 3_000, [2])).toBe(1);
  });
});
