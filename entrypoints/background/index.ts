import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
import { createToolScheduler, Elicitations, SIDE_PANEL_PROMPT, TOOL_LIMITS } from '../../lib/agent/index.ts';
import { GGUF_ENDPOINT, type OwnData, TITLE_TASK } from '../../lib/contracts/index.ts';
import { sleep } from '../../lib/control-flow/index.ts';
import {
  askGgufPage,
  askPageTranslation,
  authorizationBrowser,
  backgroundTabs,
  browserModel,
  browserSession,
  browserTranslator,
  closeLeftTabs,
  createKeepAlive,
  createPageAccess,
  deleteFallbackDatabases,
  detectLanguageInBrowser,
  downloadGguf,
  fallbackDatabase,
  fetchHop,
  fetchPicture,
  findFocusedField,
  getCookieStoreId,
  ggufDownloads,
  ggufModels,
  ggufSpeeds,
  hasBrowserPermission,
  hasHostPermission,
  hideOriginFrom,
  liveSetting,
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
  pageTranslations,
  pdfText,
  readPolicy,
  registerQuickActions,
  savedPages,
  scaledPicture,
  searchInTab,
  sendFor,
  settings,
  showPageOnInstall,
  showPassage,
  showTab,
  showTabForm,
  undoField,
  undoTabForm,
  updateWhenIdle,
  watchFallbackDatabase,
  webAuthFlow,
  webAuthRedirectUrl,
  withRunLock,
  writeField,
} from '../../lib/extension/index.ts';
import { createConnections, createPracticeFetch } from '../../lib/model-api/index.ts';
import { openStorage, withWriteFailureReporting } from '../../lib/storage/index.ts';
import { readProjectFiles, readTabContext, tools as shippedTools } from '../../lib/tools/index.ts';
import {
  allowByClick,
  allowByGrant,
  type CommandDependencies,
  createCommandHandler,
  createContextProvider,
  createMcpServers,
  createModels,
  createRuns,
  createToolProbes,
  createWarmUps,
  createWebAccess,
  downloadGgufModel,
  downloadModel,
  endpointAccess,
  findLocalServers,
  HeldWork,
  makeTitle,
  PageTranslations,
  RunSettings,
  type Runs,
  refreshModels,
  refusingStorageFailures,
  removeModel,
  resumeOpenRuns,
  selectRunMemories,
  signInToService,
  startNextRun,
  storePolicyEndpoints,
  testConnection,
} from '../../lib/worker/index.ts';
import { practiceWords } from './practice-words.ts';
import { installReadingHook, testTools } from './test-hooks.ts';

/** The browser functions that `lib/worker` needs. */
const browserAccess = { readPolicy, hasHostPermission, sendFor, hideOriginFrom, session: browserSession };
const gguf = {
  models: ggufModels,
  speeds: ggufSpeeds,
  usesGpu: settings.ggufUsesGpu,
  ask: askGgufPage,
  downloads: ggufDownloads,
  download: downloadGguf,
};

/**
 * Builds the dependencies and adds every listener before the first await, because browsers only deliver the waking
 * event to listeners that were added synchronously.
 */
export default defineBackground(() => {
  const now = () => Date.now();
  const newId = () => crypto.randomUUID();
  // Known at build time, so that shipped bundles do not contain the test tools.
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
    browser: browserAccess,
    reader: pdfs,
    fetchHop,
    tabs: backgroundTabs,
    searchInTab,
    getCookieStoreId,
    page,
    now,
    record,
    settings: () => settings.searchSettings.getValue(),
    sitePolicies: () => settings.sitePolicies.getValue(),
  });
  const ownData: OwnData = {
    chatTexts: (search, signal) => storage.threads.chatTexts(search, signal),
    hasPermission: hasBrowserPermission,
    savedPages,
  };
  const usesMemory = () => settings.usesMemory.getValue();
  const context = createContextProvider({
    storage,
    usesMemory,
    page,
    readTab: readTabContext,
    readFiles: readProjectFiles,
    web,
    ownData,
  });
  const keepAlive = createKeepAlive(resumeWork);
  const work = {
    storage,
    browser: browserAccess,
    gguf,
    practiceFetch: createPracticeFetch(practiceWords),
    connectionsTo: createConnections(),
    signInWindow: { redirectUrl: webAuthRedirectUrl, open: webAuthFlow },
    keepAlive,
    now,
    newId,
  };
  const models = createModels({
    ...work,
    browserModel,
    customInstructions: () => settings.customInstructions.getValue(),
    timeoutMinutes: liveSetting(settings.patienceMinutes),
    record,
  });
  const metrics = storage.metrics.createRecorder({ now, isLogging: liveSetting(settings.logToConsole) });
  const scheduler = createToolScheduler({ limits: TOOL_LIMITS, metrics, now });
  const elicitations = new Elicitations();
  const engine = {
    log,
    models,
    tools,
    context,
    basePrompt: SIDE_PANEL_PROMPT,
    scheduler,
    elicitations,
    metrics,
    now,
    newId,
    sleep,
    coalesceMs: 20,
    toolTimeoutMs: 60_000,
  };
  const mcpServers = createMcpServers({
    storage,
    browser: browserAccess,
    authorization: authorizationBrowser,
    ownTools: tools,
    toPicture: (picture) => scaledPicture(picture),
    clientVersion: browser.runtime.getManifest().version,
    record,
    now,
  });
  const runSettings = new RunSettings({
    storage,
    browser: browserAccess,
    settings,
    ggufSpeeds,
    tools,
    mcpTools: mcpServers.tools,
  });
  const contextSettings = runSettings.context;
  const start = {
    storage,
    log,
    page,
    forgetDocuments: page.forgetDocuments,
    newId,
    maxSteps: runSettings.maxSteps,
    runProject: (threadId: string) => storage.projects.ofRun(threadId),
    runMemories: (threadId: string, question: string) =>
      selectRunMemories({ storage, log, usesMemory }, threadId, question),
    contextSettings,
  };
  const probes = createToolProbes({ storage, log, access: (model) => endpointAccess(work, model), keepAlive, now });
  const titles = {
    storage,
    log,
    models,
    newId,
    titleModel: async () => (await settings.taskModels.getValue())[TITLE_TASK] ?? null,
  };
  const runs: Runs = createRuns({
    engine,
    loadTools: runSettings.threadTools,
    keepAlive,
    probes,
    startNext: (threadId) => startNextRun({ ...start, runs, now }, threadId),
    onDone: (threadId) => makeTitle(titles, threadId),
    withLock: withRunLock,
  });
  const isWanted = () => settings.warmStart.getValue();
  const warmUps = createWarmUps({ storage, log, models, context, contextSettings, isWanted, usesMemory, keepAlive });
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
      findLocalServers: () => findLocalServers(work),
      signIn: (command) => signInToService(work, command),
    },
    switchToFallback: () => fallbackDatabase.setValue(newId()),
  };

  const databaseReady = watchFallbackDatabase((fallback) => storage.database.switchTo(fallback));
  const held = new HeldWork(databaseReady, keepAlive);
  const handle = createCommandHandler(commands);

  async function resumeWork(): Promise<void> {
    await databaseReady;
    await resumeOpenRuns(storage, runs);
    await translations.resume();
  }

  onCommand(refusingStorageFailures((command) => databaseReady.then(() => handle(command))));
  onConnectionTest(held.stream((target, signal) => testConnection(work, target, signal)));
  onModelDownload(
    held.stream((model, signal) =>
      model.endpointId === GGUF_ENDPOINT.endpointId
        ? downloadGgufModel(work, model.modelId, signal)
        : downloadModel(work, model, signal),
    ),
  );
  onMcpCheck(held.stream(mcpServers.check));
  onMcpCompletion((request, signal) => databaseReady.then(() => mcpServers.completions(request, signal)));
  onMcpWatch(held.run(mcpServers.watch));
  onMcpContent(held.run(mcpServers.content));
  onMcpSignIn(held.run(mcpServers.signIn));
  if (import.meta.env.MODE === 'read') installReadingHook(page, tools);
  const applyPolicy = () =>
    databaseReady.then(readPolicy).then((policy) => storePolicyEndpoints(storage, policy, now()));
  onPolicyChange(() => void applyPolicy());
  // If the database does not open, the code that needs it reports that.
  void applyPolicy().catch(() => undefined);
  registerQuickActions();
  // An extra tab would disturb tests, and anyone who builds the extension repeatedly.
  if (import.meta.env.MODE === 'production') showPageOnInstall();
  openPanelOnClick((tabId, url) => {
    void noteSharedPage(tabId, url);
    void databaseReady.then(() => allowByClick(commands, tabId));
  });
  onHostAllowed(() => void databaseReady.then(() => allowByGrant(commands)));
  browser.runtime.onStartup.addListener(() => void deleteFallbackDatabases());
  updateWhenIdle(keepAlive.idle, metrics.flush);
  void closeLeftTabs();
  void resumeWork();
});
