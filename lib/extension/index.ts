export { attachFile } from './attach-file.ts';
export { type BrowserShortcut, browserShortcuts, openBrowserShortcuts } from './browser-shortcuts.ts';
export { browserModel, downloadBuiltIn } from './built-in-model.ts';
export { allPrompts, fillPrompt, promptNameIn, promptsFor } from './built-in-prompts.ts';
export { onCommand, sendCommand } from './commands.ts';
export { onConnectionTest, runConnectionTest } from './connection-test.ts';
export { type CurrentTab, currentWindowId, watchCurrentTab, watchTab } from './current-tab.ts';
export { deleteFallbackDatabases, fallbackDatabase, watchFallbackDatabase } from './fallback-database.ts';
export { fetchHop } from './fetch-hop.ts';
export { fetchPicture } from './fetch-picture.ts';
export { findField, undoField, writeField } from './focused-field.ts';
export { followAppearance } from './follow-appearance.ts';
export { downloadGguf, ggufDownloads } from './gguf-download.ts';
export { canRunGguf, keepGgufFiles, MAX_GGUF_BYTES, storeGgufFile } from './gguf-files.ts';
export { askGgufPage } from './gguf-port.ts';
export { createKeepAlive, type KeepAlive } from './keep-alive.ts';
export { keepStorage } from './keep-storage.ts';
export { type ManageableSetting, onPolicyChange, readPolicy } from './managed-policy.ts';
export { onMcpCheck, runMcpCheck } from './mcp-check.ts';
export { getMcpContent, onMcpContent } from './mcp-content.ts';
export { authorizationBrowser, onMcpSignIn, runMcpSignIn } from './mcp-sign-in.ts';
export { onModelDownload, runModelDownload } from './model-download.ts';
export {
  closedTabs,
  type OpenTabs,
  onTabClosed,
  onTabNavigation,
  onTabsChange,
  openTabs,
  showTab,
} from './open-tabs.ts';
export { hideOriginFrom } from './origin-rule.ts';
export { createPageAccess } from './page-access.ts';
export { isFullPage, openFullPage, openPanelOnClick, openSettings } from './panel.ts';
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
  requestBrowserPermission,
  requestHostPermission,
  requestHostPermissions,
  requestOpeningPages,
  withdrawBrowserPermission,
  withdrawHost,
} from './permissions.ts';
export { registerQuickActions } from './quick-actions.ts';
export { readAloud, watchVoices } from './read-aloud.ts';
export { runLockFree, withRunLock } from './run-lock.ts';
export { savedPages } from './saved-pages.ts';
export { browserSession } from './session-memory.ts';
export type { Setting } from './setting.ts';
export {
  appearance,
  backupReport,
  backupSchedule,
  favouriteModels,
  ggufModels,
  ggufSpeeds,
  isPrivateWindow,
  lastThread,
  liveSetting,
  logToConsole,
  maxSteps,
  monthlyLimit,
  pageContextMode,
  pageContextTokens,
  panelShortcuts,
  prompts,
  quickRequest,
  readBackupSettings,
  readPreferences,
  recentModels,
  resetPreferences,
  searchSettings,
  selectedModel,
  selectedProject,
  sitePolicies,
  storeEmptied,
  storeId,
  switchedOffTools,
  taskModels,
  timeoutMinutes,
  warmStart,
  writeBackupSettings,
  writePreferences,
} from './settings.ts';
export { showRemembered } from './show-appearance.ts';
export { showPassage } from './show-passage.ts';
export { followDirection } from './text-direction.ts';
export { updateWhenIdle } from './update.ts';
export { type WebAuthError, webAuthFlow, webAuthRedirectUrl } from './web-auth-flow.ts';
