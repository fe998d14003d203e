import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { createToolScheduler, Elicitations, SIDE_PANEL_PROMPT, TOOL_LIMITS } from '../../lib/agent/index.ts';
import {
  type ContextSettings,
  type FilesRequest,
  GGUF_ENDPOINT,
  type ModelRef,
  type OwnData,
  type PageContextMode,
  sleep,
  TITLE_TASK,
} from '../../lib/contracts/index.ts';
import {
  askPageTranslation,
  browserTranslator,
  closeLeftTabs,
  createKeepAlive,
  createPageAccess,
  deleteFallbackDatabases,
  detectLanguageInBrowser,
  fallbackDatabase,
  fetchPicture,
  findFocusedField,
  hasBrowserPermission,
  liveSetting,
  logToConsole,
  maxSteps,
  noteSharedPage,
  onCommand,
  onConnectionTest,
  onHostAllowed,
  onMcpCheck,
  onMcpCompletion,
  onMcpContent,
  onMcpSignIn,
  onMcpWatch,
  onModelDownload,
  onPolicyChange,
  openPanelOnClick,
  PdfReader,
  pageContextMode,
  pageContextTokens,
  pageTranslations,
  pdfText,
  readPolicy,
  registerQuickActions,
  savedPages,
  searchSettings,
  showPageOnInstall,
  showPassage,
  showTab,
  showTabForm,
  sitePolicies,
  switchedOffTools,
  taskModels,
  timeoutMinutes,
  undoField,
  undoTabForm,
  updateWhenIdle,
  warmStart,
  watchFallbackDatabase,
  withRunLock,
  writeField,
} from '../../lib/extension/index.ts';
import { createConnections } from '../../lib/model-api/index.ts';
import { markedText } from '../../lib/security/index.ts';
import { openStorage, withWriteFailureReporting } from '../../lib/storage/index.ts';
import { readContext, readProjectFiles, tools as shippedTools } from '../../lib/tools/index.ts';
import {
  downloadModel,
  findLocalServers,
  refreshModels,
  removeModel,
  storePolicyEndpoints,
  testConnection,
} from '../../lib/worker/endpoints.ts';
import { downloadGgufModel, readableTokens } from '../../lib/worker/gguf-models.ts';
import {
  allowByClick,
  allowByGrant,
  type CommandDependencies,
  createCommandHandler,
  createRuns,
  createToolProbes,
  createWarmUps,
  makeTitle,
  PageTranslations,
  refusingStorageFailures,
  startNextRun,
} from '../../lib/worker/index.ts';
import { createMcpServers } from '../../lib/worker/mcp-servers.ts';
import { createModels, endpointAccess } from '../../lib/worker/models.ts';
import { signIn } from '../../lib/worker/sign-in.ts';
import { createWebAccess } from '../../lib/worker/web-access.ts';
import { installReadingHook, testTools } from './test-hooks.ts';

/**
 * Builds the dependencies and adds every listener before the first await, since browsers only deliver the waking event to
 * listeners added synchronously.
 */
export default defineBackground(() => {
  const now = () => Date.now();
  // Known at build time, so that the test tools are not in a shipped bundle.
  const tools = import.meta.env.MODE === 'e2e' ? [...shippedTools, ...testTools] : shippedTools;
  const storage = openStorage();
  const log = withWriteFailureReporting(storage.events.createLog(now), (failedWrite) =>
    storage.database.announceFailedWrite(failedWrite),
  );
  const receipts = storage.receipts.create(now);
  const { record } = receipts;
  const pdfs = new PdfReader();
  const page = createPageAccess(pdfs, record);
  const web = createWebAccess({
    storage,
    reader: pdfs,
    page,
    now,
    record,
    settings: () => searchSettings.getValue(),
    sitePolicies: () => sitePolicies.getValue(),
  });
  const ownData: OwnData = {
    chatTexts: (search, signal) => storage.threads.chatTexts(search, signal),
    hasPermission: hasBrowserPermission,
    savedPages,
  };
  const connectionsTo = createConnections();
  const models = createModels(storage, now, liveSetting(timeoutMinutes), connectionsTo, record);
  const metrics = storage.metrics.createRecorder({ now, isLogging: liveSetting(logToConsole) });
  const scheduler = createToolScheduler({ limits: TOOL_LIMITS, metrics, now });
  const elicitations = new Elicitations();
  const newId = () => crypto.randomUUID();
  const projectInstructions = async (threadId: string) =>
    (await storage.projects.ofThread(threadId))?.instructions ?? '';
  const pace = { now, newId, sleep, coalesceMs: 20, toolTimeoutMs: 60_000 };
  const engine = {
    log,
    models,
    tools,
    page,
    readContext,
    readProjectFiles: async (request: FilesRequest) =>
      readProjectFiles(
        (await storage.projects.files(request.project.projectId)).map((file) => ({
          ...file,
          text: markedText(file.text),
        })),
        request,
      ),
    basePrompt: SIDE_PANEL_PROMPT,
    projectInstructions,
    web,
    ownData,
    scheduler,
    elicitations,
    metrics,
    ...pace,
  };
  const keepAlive = createKeepAlive(resumeOpenRuns);
  const access = ({ endpointId, modelId }: ModelRef) => endpointAccess(storage, endpointId, modelId);
  async function stepLimit(model: ModelRef): Promise<number> {
    const { settings } = await readPolicy();
    return settings.maxSteps ?? (await storage.endpoints.modelSettings(model)).maxSteps ?? maxSteps.getValue();
  }
  async function contextSettings(model: ModelRef, chatMode: PageContextMode | undefined): Promise<ContextSettings> {
    const { settings } = await readPolicy();
    const userMode =
      chatMode ?? (await storage.endpoints.modelSettings(model)).pageContext ?? (await pageContextMode.getValue());
    // A policy can send less of pages than the user wants, or by default; it never adds a page to a question without one.
    const mode = userMode === 'never' ? userMode : (settings.pageContextMode ?? userMode);
    const maxTokens = Math.min(await pageContextTokens.getValue(), await readableTokens(model));
    return { mode, maxTokens, sites: await sitePolicies.getValue() };
  }
  const start = {
    storage,
    log,
    page,
    forgetDocuments: page.forgetDocuments,
    newId,
    maxSteps: stepLimit,
    runProject: (threadId: string) => storage.projects.ofRun(threadId),
    contextSettings,
  };
  const probes = createToolProbes({ storage, log, access, keepAlive, now });
  const titles = {
    storage,
    log,
    models,
    newId,
    titleModel: async () => (await taskModels.getValue())[TITLE_TASK] ?? null,
  };
  const mcpServers = createMcpServers(storage, now, tools, record);
  const runs = createRuns({
    engine,
    loadTools: async (threadId) => {
      const switchedOff = await switchedOffTools.getValue();
      const serverIds = (await storage.projects.ofThread(threadId))?.mcpServers ?? null;
      return [...tools.filter(({ name }) => !switchedOff.includes(name)), ...(await mcpServers.tools(serverIds))];
    },
    keepAlive,
    probes,
    startNext: (threadId) => startNextRun(start, threadId),
    onDone: (threadId) => makeTitle(titles, threadId),
    withLock: withRunLock,
  });
  const isWanted = () => warmStart.getValue();
  const warmUps = createWarmUps({ storage, log, models, page, readContext, contextSettings, isWanted, keepAlive });
  const translations = new PageTranslations({
    models,
    browserTranslator: async () =>
      (await readPolicy()).disabledFeatures.includes('browser-model') ? null : browserTranslator(),
    detectLanguage: detectLanguageInBrowser,
    page,
    contextSettings,
    ask: askPageTranslation,
    stored: pageTranslations,
    keepAlive,
    newId,
    now,
    sleep,
  });
  const work = { storage, now, newId, connectionsTo, keepAlive };
  const commands: CommandDependencies = {
    ...start,
    runs,
    elicitations,
    warmUps,
    metrics,
    showPassage,
    showTab,
    ownData,
    web,
    measure: page.measure,
    readPdf: (bytes) => pdfText(pdfs, bytes),
    fetchPicture,
    fields: { find: findFocusedField, write: writeField, undo: undoField },
    forms: { show: showTabForm, undo: undoTabForm },
    translations,
    now,
    servers: {
      refreshModels: (endpointId) => refreshModels(work, endpointId, { checksKey: true }),
      removeModel: (model) => removeModel(work, model),
      findLocalServers: () => findLocalServers(storage),
      signIn: (command) => signIn(work, command),
    },
    switchToFallback: () => fallbackDatabase.setValue(newId()),
  };

  const databaseReady = watchFallbackDatabase((fallback) => storage.database.switchTo(fallback));
  const handle = createCommandHandler(commands);

  async function resumeOpenRuns(): Promise<void> {
    await databaseReady;
    const waiting = [...(await storage.threads.withOpenRun()), ...(await storage.queue.threads())];
    for (const threadId of new Set(waiting)) runs.resume(threadId);
    await translations.resume();
  }

  onCommand(refusingStorageFailures((command) => databaseReady.then(() => handle(command))));
  onConnectionTest(async function* (target, signal) {
    await databaseReady;
    const release = keepAlive.hold();
    try {
      yield* testConnection(work, target, signal);
    } finally {
      release();
    }
  });
  onModelDownload(async function* (model, signal) {
    await databaseReady;
    const release = keepAlive.hold();
    try {
      if (model.endpointId === GGUF_ENDPOINT.endpointId) yield* downloadGgufModel(model.modelId, now(), signal);
      else yield* downloadModel(work, model, signal);
    } finally {
      release();
    }
  });
  onMcpCheck(async function* (serverId, signal) {
    await databaseReady;
    const release = keepAlive.hold();
    try {
      yield* mcpServers.check(serverId, signal);
    } finally {
      release();
    }
  });
  onMcpCompletion(async (request, signal) => {
    await databaseReady;
    return mcpServers.completions(request, signal);
  });
  onMcpWatch(async (source, onUpdated, signal) => {
    await databaseReady;
    const release = keepAlive.hold();
    try {
      await mcpServers.watch(source, onUpdated, signal);
    } finally {
      release();
    }
  });
  onMcpContent(async (request, signal) => {
    await databaseReady;
    const release = keepAlive.hold();
    try {
      return await mcpServers.content(request, signal);
    } finally {
      release();
    }
  });
  onMcpSignIn(async (serverId, signal) => {
    await databaseReady;
    const release = keepAlive.hold();
    try {
      return await mcpServers.signIn(serverId, signal);
    } finally {
      release();
    }
  });
  if (import.meta.env.MODE === 'read') installReadingHook(page, tools);
  const applyPolicy = () =>
    databaseReady.then(readPolicy).then((policy) => storePolicyEndpoints(storage, policy, now()));
  onPolicyChange(() => void applyPolicy());
  // If the database does not open, the code that needs it reports that.
  void applyPolicy().catch(() => undefined);
  registerQuickActions();
  // An extra tab would disturb tests, and everybody who builds the extension repeatedly.
  if (import.meta.env.MODE === 'production') showPageOnInstall();
  openPanelOnClick((tabId, url) => {
    void noteSharedPage(tabId, url);
    void databaseReady.then(() => allowByClick(commands, tabId));
  });
  onHostAllowed(() => void databaseReady.then(() => allowByGrant(commands)));
  browser.runtime.onStartup.addListener(() => void deleteFallbackDatabases());
  updateWhenIdle(keepAlive.idle, metrics.flush);
  void closeLeftTabs();
  void resumeOpenRuns();
});
