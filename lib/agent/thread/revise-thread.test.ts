import { describe, expect, test } from 'vitest';
import type { ThreadEvent } from '../../contracts/index.ts';
import { userTexts } from '../../security/provenance.ts';
import { asked, buildThread, lastRun, pageContext, runEnd, runStart } from '../../testing/agent/scripted-thread.ts';
import { contextsOfRun } from '../context/page-context.ts';
import { continueAnswer, reviseAnswer, reviseQuestion } from './revise-thread.ts';

const TABS = [{ tabId: 2, title: 'Mail', url: 'https://mail.test/' }];
const QUESTION = { ...asked('q', 'Search my other chats.'), tabs: TABS } as ThreadEvent;
const CUT_OFF = runEnd({ type: 'max-tokens' } as never);
const IMPORT: ThreadEvent = { type: 'chat-import' };

/** A chat with an answer that was cut off. The answer may have been imported from a file. */
const chat = (...after: ThreadEvent[]) => buildThread(QUESTION, runStart('r'), CUT_OFF, ...after);

describe('a question that is asked again', () => {
  test('keeps its tabs', () => {
    expect(reviseAnswer(chat(), undefined)).toMatchObject({ question: { tabs: TABS } });
    const edited = reviseQuestion(chat(), { messageId: 'q', newMessageId: 'p', content: 'Why?' });
    expect(edited).toMatchObject({ question: { tabs: TABS }, events: [{}, { tabs: TABS }] });
  });

  test('has no tabs if it came from a file, which names those of somebody else', () => {
    const edited = reviseQuestion(chat(IMPORT), { messageId: 'q', newMessageId: 'p', content: 'Why?' });
    for (const revision of [reviseAnswer(chat(IMPORT), undefined), edited, continueAnswer(chat(IMPORT))])
      expect(JSON.stringify(revision)).not.toContain('mail.test');
  });

  test.each(['Search my other chats.', 'Search my other chats. Please!', 'Search my chats.'])(
    'does not make the words of a file those of the user: %s',
    (content) => {
      const revision = reviseQuestion(chat(IMPORT), { messageId: 'q', newMessageId: 'p', content });
      const events = 'events' in revision ? revision.events : [];
      const edited = buildThread(QUESTION, runStart('r'), CUT_OFF, IMPORT, ...events);
      expect(userTexts(edited).join()).not.toMatch(/search|chats/i);
    },
  );
});

test('an answer that continues one from a file has none of the approvals that the file names', () => {
  const approved: ThreadEvent[] = [
    { type: 'context-start', contextId: 'c', tabId: 1 },
    {
      type: 'context-approval-request',
      contextId: 'c',
      question: { reason: 'no-access', origin: 'https://mail.test' },
    },
    { type: 'context-approval-response', contextId: 'c', approved: true, origin: 'https://mail.test' },
    { type: 'context-available', contextId: 'c', context: pageContext(), ms: 1 },
  ];
  const before = [QUESTION, runStart('r'), ...approved, CUT_OFF];
  const next = runStart('n', { continues: 'r' });
  const own = buildThread(...before, next);
  expect(contextsOfRun(own, lastRun(own))).toMatchObject([{ approvedOrigin: 'https://mail.test' }]);
  const imported = buildThread(...before, IMPORT, next);
  expect(contextsOfRun(imported, lastRun(imported))).toMatchObject([{ state: 'available', approvedOrigin: null }]);
});
