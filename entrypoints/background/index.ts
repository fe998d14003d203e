import { defineBackground } from 'wxt/utils/define-background';
import { onCommand } from '../../lib/browser/commands.ts';
import { createKeepAlive } from '../../lib/browser/keep-alive.ts';
import { createPageAccess } from '../../lib/browser/page-access.ts';
import { openPanelOnClick } from '../../lib/browser/panel.ts';
import { maxSteps } from '../../lib/browser/settings.ts';
import { openDb } from '../../lib/store/db.ts';
import { createMetrics } from '../../lib/store/metrics.ts';
import { announceUnwritten } from '../../lib/store/store-news.ts';
import { createThreadLog } from '../../lib/store/thread-log.ts';
import { threadsWithOpenRun } from '../../lib/store/threads.ts';
import { tellingLog } from '../../lib/store/unwritten.ts';

import { tools } from '../../lib/tools/index.ts';

import { allowByClick, type CommandDependencies, createCommandHandler } from './commands.ts';
import { createModels } from './models.ts';
import { createRuns } from './runs.ts';
import { refusingStoreTrouble } from './store-refusal.ts';

/** Builds the dependencies and adds every listener before the first await: a worker is woken by what it listens to. */
export default defineBackground(() => {
  const now = () => Date.now();
  const db = openDb();
  const log = tellingLog(createThreadLog(db, now), (unwritten) => announceUnwritten(db.name, unwritten));
  const page = createPageAccess();
  const models = createModels(db, now);
  const engine = { log, models, tools, page, metrics: createMetrics(db), now, coalesceMs: 20, toolTimeoutMs: 60_000 };
  const keepAlive = createKeepAlive(() => void resumeOpenRuns());
  const runs = createRuns(engine, keepAlive);
  const newId = () => crypto.randomUUID();
  const commands: CommandDependencies = { db, log, runs, page, now, newId, maxSteps: () => maxSteps.getValue() };

  async function resumeOpenRuns(): Promise<void> {
    for (const threadId of await threadsWithOpenRun(db)) runs.resume(threadId);
  }

  onCommand(refusingStoreTrouble(createCommandHandler(commands)));
  openPanelOnClick((tabId) => void allowByClick(commands, tabId));
  void resumeOpenRuns();
});
