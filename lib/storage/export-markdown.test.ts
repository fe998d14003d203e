import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DOCUMENT_WORDS } from '../../components/history/document-words.ts';
import { reduceAll } from '../agent/thread/reduce.ts';
import type { LoggedEvent } from '../contracts/event.ts';
import { emptyThread } from '../contracts/thread.ts';
import type { ThreadLog } from '../contracts/thread-log.ts';
import { threadMarkdown } from '../documents/thread-markdown.ts';
import { askQuestion, runToEnd, scenarioDependencies, THREAD_ID } from '../testing/agent/crash-scenario.ts';
import { askBesidePage, fillChats } from '../testing/storage/export-samples.ts';
import { openDb, type SidenoteDb } from './db.ts';
import { readThread } from './read-thread.ts';
import { createDatabaseThreadLog } from './thread-log.ts';

let db: SidenoteDb;
let log: ThreadLog;
let clock = 0;
beforeEach(() => {
  clock = 1_000;
  db = openDb(`export-${crypto.randomUUID()}`);
  log = createDatabaseThreadLog(db, () => ++clock);
});
afterEach(() => db.delete());

function exportMarkdown(title: string, threadId: string, rows: readonly LoggedEvent[]): string {
  const thread = reduceAll(emptyThread(threadId), rows);
  return threadMarkdown({ title, createdAt: 0, updatedAt: 86_400_000, thread }, DOCUMENT_WORDS);
}

test('Markdown contains messages and tool calls, and loads nothing by itself', async () => {
  await askQuestion(log);
  const [question, start] = await log.read(THREAD_ID);
  await runToEnd(log, scenarioDependencies(log, { sent: [] }, false));
  const rows = await log.read(THREAD_ID);
  const text = 'See ![cat](https://example.com/c.png) and <img src=x>.\n\n```html\n<img src=y>\n```\n2 < 3';
  const evil: LoggedEvent[] = [
    { type: 'step-start', stepId: 's', toolMode: 'native' } as const,
    { type: 'text-delta', delta: text } as const,
  ].map((event, index) => ({ threadId: THREAD_ID, seq: 100 + index, at: 1, event }));
  expect(exportMarkdown('A *title*', THREAD_ID, rows)).toMatchInlineSnapshot(`
    "---
    title: "A *title*"
    created: 1970-01-01T00:00:00.000Z
    updated: 1970-01-02T00:00:00.000Z
    models:
      - "scripted"
    tags:
      - sidenote
    ---

    # A \\*title\\*

    ## You

    What is it?

    ## scripted

    Looking it up.

    > Tool left {"word":"one"}

    > Tool right {"word":"two"}

    Found: left says one; right says two
    "
  `);
  const [first, second] = [question, start] as [LoggedEvent, LoggedEvent];
  expect(exportMarkdown('', THREAD_ID, [first, second, ...evil])).toMatchInlineSnapshot(`
    "---
    title: "Untitled chat"
    created: 1970-01-01T00:00:00.000Z
    updated: 1970-01-02T00:00:00.000Z
    models:
      - "scripted"
    tags:
      - sidenote
    ---

    # Untitled chat

    ## You

    What is it?

    ## scripted

    See \\![cat](https://example.com/c.png) and &lt;img src=x>.

    \`\`\`html
    <img src=y>
    \`\`\`
    2 < 3

    *(still being written)*
    "
  `);
});

test('Markdown lists attachments of a question without their content', async () => {
  await fillChats(log);
  const { rows } = await readThread(db, 'other');
  expect(exportMarkdown('', 'other', rows)).toContain('## You\n\n> File \\<b\\>.txt\n\n> File map.png\n\nÇa va?');
});

test('Markdown lists the page of a question without its text', async () => {
  await askBesidePage(log);
  const { rows } = await readThread(db, 'beside');
  const markdown = exportMarkdown('Tides', 'beside', rows);
  expect(markdown).toContain('> Tab Harbor \\<guide\\> https://harbor.test/');
  expect(markdown).not.toContain('21:40');
});
