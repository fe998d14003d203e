export { attachFile } from './attach-file.ts';
export { backgroundTabs, closeLeftTabs, searchInTab } from './background-tab.ts';
export { browserSession } from './browser-session.ts';
export {
  deleteFallbackDatabases,
  fallbackDatabase,
  requestPersistentStorage,
  watchFallbackDatabase,
} from './browser-storage.ts';
export {
  browserModel,
  browserTranslator,
  detectLanguageInBrowser,
  downloadBuiltIn,
  downloadTranslator,
} from './built-in-model.ts';
export { allPrompts, builtInPrompts, fillPrompt, promptNameIn, promptsFor } from './built-in-prompts.ts';
export { onCommand, sendCommand } from './commands.ts';
export { getCookieStoreId } from './cookie-store.ts';
export { type CurrentTab, currentWindowId, watchCurrentTab, watchTab } from './current-tab.ts';
export { onConnectionTest, onModelDownload, runConnectionTest, runModelDownload } from './endpoint-ports.ts';
export { fetchHop } from './fetch-hop.ts';
export { findFocusedField, undoField, writeField } from './focused-field.ts';
export { MAX_GGUF_BYTES } from './gguf-check.ts';
export { downloadGguf, ggufDownloads } from './gguf-download.ts';
export { ggufFolder, keepGgufFiles, removeGguf, storeGgufFiles } from './gguf-files.ts';
export { askGgufPage } from './gguf-port.ts';
export { canRunGguf, hasGgufGpu } from './gguf-support.ts';
export { getOwnTab, showPageOnInstall } from './installed-page.ts';
export { createKeepAlive, updateWhenIdle } from './keep-alive.ts';
export {
  authorizationBrowser,
  getMcpCompletions,
  getMcpContent,
  hasSignInWindows,
  onMcpCheck,
  onMcpCompletion,
  onMcpContent,
  onMcpSignIn,
  onMcpWatch,
  runMcpCheck,
  runMcpSignIn,
  watchMcpResource,
  webAuthFlow,
  webAuthRedirectUrl,
} from './mcp-ports.ts';
export {
  closedTabs,
  detectTabLanguage,
  findOpeners,
  isTabHidden,
  leaveReaderView,
  type OpenTabs,
  onTabClosed,
  onTabNavigation,
  onTabsChange,
  openTabs,
  showTab,
  watchReaderView,
  whenTabCloses,
} from './open-tabs.ts';
export { hideOriginFrom } from './origin-rule.ts';
export { createPageAccess } from './page-access.ts';
export { fillTabForm, listTabForms, showTabForm, undoTabForm } from './page-forms.ts';
export { PageHighlight } from './page-highlight.ts';
export { clearSelection, readSelectionPreview } from './page-selection.ts';
export { askPageTranslation, pageTranslations } from './page-translation.ts';
export {
  type BrowserShortcut,
  browserShortcuts,
  chatAddress,
  chatInAddress,
  closeStandIns,
  hasPanelBeside,
  isFullPage,
  isStandIn,
  openBrowserShortcuts,
  openFullPage,
  openPanel,
  openPanelOnClick,
  openSettings,
  type PanelPlace,
  panelPlace,
  showAsReadable,
} from './panel.ts';
export { PdfReader, pdfText } from './pdf-reader.ts';
export {
  allowedHosts,
  hasBrowserPermission,
  hasHostPermission,
  hasOpeningPages,
  matchPattern,
  offerHostAccess,
  onHostAllowed,
  onPermissionChange,
  requestAllSites,
  requestBrowserPermission,
  requestBrowserSearch,
  requestHostPermission,
  requestHostPermissions,
  requestOpeningPages,
  withdrawBrowserPermission,
  withdrawHost,
} from './permissions.ts';
export { fetchPicture, loadPicture, scaledPicture } from './pictures.ts';
export { registerQuickActions } from './quick-actions.ts';
export { readAloud, watchVoices } from './read-aloud.ts';
export { runLockFree, withRunLock } from './run-lock.ts';
export { savedPages } from './saved-pages.ts';
export { sendFor } from './send.ts';
export { onPolicyChange, readPolicy, type Setting } from './setting.ts';
export {
  followAppearance,
  liveSetting,
  readBackupSettings,
  readPreferences,
  resetPreferences,
  settings,
  writeBackupSettings,
  writePreferences,
} from './settings.ts';
export { applyTextDirection, showStoredAppearance } from './show-appearance.ts';
export { showPassage } from './show-passage.ts';
export {
  backupReport,
  ggufModels,
  ggufSpeeds,
  isPrivateWindow,
  isStoreEmptied,
  noteSharedPage,
  quickRequest,
  selectedProject,
  sharedSites,
  storeId,
} from './stored-state.ts';
export { findChatToOpen, noteOpenChat } from './window-chat.ts';
