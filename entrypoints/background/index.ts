import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { onCommand } from '../../lib/browser/commands.ts';
import { onConnectionTest } from '../../lib/browser/connection-test.ts';
import { fetchPicture } from '../../lib/browser/fetch-picture.ts';
import { createKeepAlive } from '../../lib/browser/keep-alive.ts';
import { createPageAccess } from '../../lib/browser/page-access.ts';
import { openPanelOnClick } from '../../lib/browser/panel.ts';
import { PdfReader } from '../../lib/browser/pdf-reader.ts';
import { pdfText } from '../../lib/browser/pdf-text.ts';
import { onHostAllowed } from '../../lib/browser/permissions.ts';
import { offerQuickActions } from '../../lib/browser/quick-actions.ts';
import {
  liveSetting,
  logToConsole,
  maxSteps,
  pageContextMode,
  pageContextTokens,
  patienceMinutes,
  sitePolicies,
  taskModels,
  warmStart,
} from '../../lib/browser/settings.ts';
import { showPassage } from '../../lib/browser/show-passage.ts';
import { followSpareStore, forgetSpareStores, spareStore } from '../../lib/browser/spare-store.ts';
import { updateWhenIdle } from '../../lib/browser/update.ts';
import { createToolScheduler, TOOL_LIMITS } from '../../lib/engine/tool-scheduler.ts';
import type { ModelRef } from '../../lib/protocol/model.ts';
import type { ContextSettings, PageContextMode } from '../../lib/protocol/page-context.ts';
import { sleep } from '../../lib/protocol/sleep.ts';
import { TITLE_TASK } from '../../lib/protocol/task.ts';
import { createConnections } from '../../lib/provider/client/connections.ts';
import { openDb } from '../../lib/store/db.ts';
import { createMetrics } from '../../lib/store/metrics.ts';
import { modelSettings } from '../../lib/store/model-settings.ts';
import { moveStore } from '../../lib/store/move-store.ts';
import { threadsWithQueue } from '../../lib/store/queue.ts';
import { announceUnwritten } from '../../lib/store/store-news.ts';
import { createThreadLog } from '../../lib/store/thread-log.ts';
import { threadsWithOpenRun } from '../../lib/store/threads.ts';
import { tellingLog } from '../../lib/store/unwritten.ts';

import { tools as shippedTools } from '../../lib/tools/index.ts';
import { readContext } from '../../lib/tools/read-context.ts';

import { allowByClick, allowByGrant } from './approvals.ts';
import { type CommandDependencies, createCommandHandler } from './commands.ts';
import { testConnection } from './endpoints.ts';
import { createModels, endpointAccess } from './models.ts';
import { startNextRun } from './next-run.ts';
import { openReadingDoor } from './reading-door.ts';
import { createRuns } from './runs.ts';
import { refusingStoreTrouble } from './store-refusal.ts';
import { testTools } from './test-tools.ts';
import { makeTitle } from './titles.ts';
import { createToolProbes } from './tool-probes.ts';
import { createWarmUps } from './warm-up.ts';

/** Builds the dependencies and adds every listener before the first await: a worker is woken by what it listens to. */
export default defineBackground(() => {
  const now = () => Date.now();
  // Known at build time: the tools for tests are in no shipped bundle.
  const tools = import.meta.env.MODE === 'e2e' ? [...shippedTools, ...testTools] : shippedTools;
  const db = openDb();
  const log = tellingLog(createThreadLog(db, now), (unwritten) => announceUnwritten(db.name, unwritten));
  const pdfs = new PdfReader();
  const page = createPageAccess(pdfs);
  const connectionsTo = createConnections();
  const models = createModels(db, now, liveSetting(patienceMinutes), connectionsTo);
  const metrics = createMetrics({ db, now, isLogging: liveSetting(logToConsole) });
  const scheduler = createToolScheduler({ limits: TOOL_LIMITS, metrics, now });
  const newId = () => crypto.randomUUID();
  const pace = { now, newId, sleep, coalesceMs: 20, toolTimeoutMs: 60_000 };
  const engine = { log, models, tools, page, readContext, scheduler, metrics, ...pace };
  const keepAlive = createKeepAlive(() => void resumeOpenRuns());
  const access = ({ endpointId, modelId }: ModelRef) => endpointAccess(db, endpointId, modelId);
  const stepLimit = async (model: ModelRef) => (await modelSettings(db, model)).maxSteps ?? maxSteps.getValue();
  async function contextSettings(model: ModelRef, chosen: PageContextMode | undefined): Promise<ContextSettings> {
    const mode = chosen ?? (await modelSettings(db, model)).pageContext ?? (await pageContextMode.getValue());
    return { mode, maxTokens: await pageContextTokens.getValue(), sites: await sitePolicies.getValue() };
  }
  const start = { db, log, page, newId, maxSteps: stepLimit, contextSettings };
  const probes = createToolProbes({ db, log, access, keepAlive, now });
  const titles = { db, log, models, newId, titleModel: async () => (await taskModels.getValue())[TITLE_TASK] ?? null };
  const runs = createRuns(
    engine,
    keepAlive,
    probes,
    (threadId) => startNextRun(start, threadId),
    (threadId) => makeTitle(titles, threadId),
  );
  const isWanted = () => warmStart.getValue();
  const warmUps = createWarmUps({ log, models, page, readContext, contextSettings, isWanted, keepAlive });
  const commands: CommandDependencies = {
    ...start,
    runs,
    warmUps,
    metrics,
    showPassage,
    measure: page.measure,
    readPdf: (bytes) => pdfText(pdfs, bytes),
    fetchPicture,
    now,
    connectionsTo,
    enterSpareStore: () => spareStore.setValue(newId()),
  };

  const placed = followSpareStore((spare) => moveStore(db, spare));
  const handle = createCommandHandler(commands);

  async function resumeOpenRuns(): Promise<void> {
    await placed;
    const waiting = [...(await threadsWithOpenRun(db)), ...(await threadsWithQueue(db))];
    for (const threadId of new Set(waiting)) runs.resume(threadId);
  }

  onCommand(refusingStoreTrouble((command) => placed.then(() => handle(command))));
  onConnectionTest(async function* (model, signal) {
    await placed;
    const release = keepAlive.hold();
    try {
      yield* testConnection(commands, model, signal);
    } finally {
      release();
    }
  });
  if (import.meta.env.MODE === 'read') openReadingDoor(page, tools);
  offerQuickActions();
  openPanelOnClick((tabId) => void placed.then(() => allowByClick(commands, tabId)));
  onHostAllowed(() => void placed.then(() => allowByGrant(commands)));
  browser.runtime.onStartup.addListener(() => void forgetSpareStores());
  updateWhenIdle(keepAlive.idle, metrics.flush);
  void resumeOpenRuns();
});
