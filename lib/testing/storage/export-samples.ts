import type { AttachedFile } from '../../contracts/attachments.ts';
import type { ThreadLog } from '../../contracts/thread-log.ts';
import { createImportCounts, type ImportCounts } from '../../storage/import-threads.ts';
import { askQuestion, runToEnd, scenarioDependencies } from '../agent/crash-scenario.ts';

/** A finished run with tools, a question with an emoji, and a run that is waiting. */
export async function fillChats(log: ThreadLog): Promise<void> {
  await askQuestion(log);
  await runToEnd(log, scenarioDependencies(log, { sent: [] }, true));
  const files: AttachedFile[] = [
    { type: 'text', name: '<b>.txt', text: 'Low at six.' },
    { type: 'image', name: 'map.png', image: { mediaType: 'image/jpeg', data: 'AAAA', width: 1, height: 1 } },
  ];
  const question = { messageId: 'm', content: 'Ça va?\n"quoted" 🙂', files };
  await log.append('other', [{ type: 'user-message', ...question }], null);
}

/** A question that was sent with a page. */
export async function askBesidePage(log: ThreadLog): Promise<void> {
  const contextId = 'run:tab:1';
  const source = { tabId: 1, url: 'https://harbor.test/', title: 'Harbor <guide>', snapshot: 'a' };
  const context = {
    source,
    kind: 'page' as const,
    selection: 'all' as const,
    ranges: [{ from: 0, to: 1 }],
    passageCount: 1,
    cursor: null,
    tokens: 9,
    totalTokens: 9,
    hasChanged: false,
    earlier: [],
    text: 'The lock closes at 21:40.',
  };
  const model = { endpointId: 'e', modelId: 'm' };
  const policy = { mode: 'page-first' as const, maxTokens: 24_000 };
  const start = { runId: 'run', messageId: 'm', model, tabId: 1, page: null, maxSteps: 5, context: policy };
  await log.append(
    'beside',
    [
      { type: 'user-message', messageId: 'm', content: 'When?' },
      { type: 'run-start', ...start },
    ],
    null,
  );
  await log.append(
    'beside',
    [
      { type: 'context-start', contextId, tabId: 1 },
      { type: 'context-available', contextId, context, ms: 3 },
      { type: 'run-end', outcome: { type: 'complete' }, stats: { ms: 3, steps: 0, toolCalls: 0 } },
    ],
    'run',
  );
}

/** The result of an import with these counts; all others are 0. */
export const importedResult = (counts: Partial<ImportCounts>) => ({
  type: 'imported',
  counts: { ...createImportCounts(), ...counts },
});
