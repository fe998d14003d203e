import { browser } from 'wxt/browser';
import { defineBackground } from 'wxt/utils/define-background';
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
import { openStorage } from '../../lib/storage/index.ts';
import { readProjectFiles, readTabContext, tools as shippedTools } from '../../lib/tools/index.ts';
import { type BackgroundWorker, createBackgroundWorker } from '../../lib/worker/index.ts';
import { practiceWords } from './practice-words.ts';
import { installReadingHook, testTools } from './test-hooks.ts';

const browserAccess = { readPolicy, hasHostPermission, sendFor, hideOriginFrom, session: browserSession };
const gguf = {
  models: ggufModels,
  speeds: ggufSpeeds,
  usesGpu: settings.ggufUsesGpu,
  ask: askGgufPage,
  downloads: ggufDownloads,
  download: downloadGguf,
};
const signInWindow = { redirectUrl: webAuthRedirectUrl, open: webAuthFlow };
const translation = {
  browserTranslator,
  detectLanguage: detectLanguageInBrowser,
  ask: askPageTranslation,
  stored: pageTranslations,
};
const pageActions = {
  showPassage,
  showTab,
  fetchPicture,
  fields: { find: findFocusedField, write: writeField, undo: undoField },
  forms: { show: showTabForm, undo: undoTabForm },
};

/** Gives the worker what it needs from the browser. Adds every listener before the first await; see `addListeners`. */
export default defineBackground(() => {
  const now = () => Date.now();
  const newId = () => crypto.randomUUID();
  // Known at build time, so that shipped bundles do not contain the test tools.
  const tools = import.meta.env.MODE === 'e2e' ? [...shippedTools, ...testTools] : shippedTools;
  const storage = openStorage();
  const { record } = storage.receipts.create(now);
  const pdfs = new PdfReader();
  const page = createPageAccess(pdfs, record);
  const keepAlive = createKeepAlive(() => worker.resume());
  const worker: BackgroundWorker = createBackgroundWorker({
    storage,
    databaseReady: watchFallbackDatabase((fallback) => storage.database.switchTo(fallback)),
    browser: browserAccess,
    settings,
    tools,
    page,
    readers: { readTab: readTabContext, readFiles: readProjectFiles },
    web: { reader: pdfs, fetchHop, tabs: backgroundTabs, searchInTab, getCookieStoreId },
    ownData: { hasPermission: hasBrowserPermission, savedPages },
    models: { gguf, browserModel, timeoutMinutes: liveSetting(settings.patienceMinutes), signInWindow, practiceWords },
    mcp: {
      authorization: authorizationBrowser,
      toPicture: (picture) => scaledPicture(picture),
      clientVersion: browser.runtime.getManifest().version,
    },
    translation,
    actions: {
      ...pageActions,
      readPdf: (bytes) => pdfText(pdfs, bytes),
      switchToFallback: () => fallbackDatabase.setValue(newId()),
    },
    keepAlive,
    withLock: withRunLock,
    record,
    isLogging: liveSetting(settings.logToConsole),
    now,
    newId,
  });
  addListeners(worker, keepAlive.idle);
  if (import.meta.env.MODE === 'read') installReadingHook(page, tools);
  // If the database does not open, the code that needs it reports that.
  void worker.applyPolicy().catch(() => undefined);
  void closeLeftTabs();
  void worker.resume();
});

/** Browsers deliver the event that started the worker only to listeners that are added synchronously. */
function addListeners(worker: BackgroundWorker, idle: () => Promise<void>): void {
  onCommand(worker.handle);
  onConnectionTest(worker.testConnection);
  onModelDownload(worker.downloadModel);
  onMcpCheck(worker.mcp.check);
  onMcpCompletion(worker.mcp.completions);
  onMcpWatch(worker.mcp.watch);
  onMcpContent(worker.mcp.content);
  onMcpSignIn(worker.mcp.signIn);
  onPolicyChange(() => void worker.applyPolicy());
  registerQuickActions();
  // An extra tab would disturb tests, and anyone who builds the extension repeatedly.
  if (import.meta.env.MODE === 'production') showPageOnInstall();
  openPanelOnClick((tabId, url) => {
    void noteSharedPage(tabId, url);
    void worker.allowByClick(tabId);
  });
  onHostAllowed(() => void worker.allowByGrant());
  browser.runtime.onStartup.addListener(() => void deleteFallbackDatabases());
  updateWhenIdle(idle, worker.flushMetrics);
}
