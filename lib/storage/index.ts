export {
  BackupKeyMissingError,
  createBackup,
  createScheduledBackup,
  forgetBackups,
  loadBackupFolder,
  saveBackupFolder,
  saveBackupKey,
} from './backup/create-backup.ts';
export { BackupRefused, newFileKey } from './backup/encrypted-file.ts';
export { type RestoreResult, restoreBackup } from './backup/restore-backup.ts';
export {
  allCapabilities,
  capabilitiesOf,
  loadCapability,
  overrideCapability,
  recordObservation,
  recordObservations,
} from './capabilities.ts';
export { chatTexts } from './chat-texts.ts';
export { isRequestRow, openDb, type SidenoteDb, type ThreadRow } from './db.ts';
export {
  changeDraftFiles,
  deleteDraft,
  dequeue,
  enqueue,
  loadDraft,
  loadDraftFiles,
  loadQueue,
  loadThreadModel,
  saveDraft,
  saveThreadModel,
  threadsWithQueue,
  type UnsentChat,
  unsentChats,
} from './drafts.ts';
export {
  allEndpoints,
  deleteEndpoint,
  modelSettings,
  saveEndpoint,
  saveListedModels,
  saveModelSettings,
} from './endpoints.ts';
export { exportReceipt } from './export-receipt.ts';
export { allThreadIds, blobOf, type ExportCounts, exportThreads } from './export-threads.ts';
export { type ImportCounts, type ImportResult, importThreads } from './import-threads.ts';
export {
  allMcpServers,
  allowMcpTool,
  changeMcpServer,
  deleteMcpServer,
  deleteMcpSignIn,
  saveMcpServer,
} from './mcp-servers.ts';
export { clearSamples, createMetrics, type MetricsRecorder, samplesSince } from './metrics.ts';
export { identifyStore, openCurrentVersion, openStore, switchDatabase } from './open-store.ts';
export {
  forgetKeys,
  type KeyLockState,
  keyLockState,
  removePassphrase,
  setPassphrase,
  unlockKeys,
} from './passphrase.ts';
export { exportProject, importProject, readProjectFile } from './project-export.ts';
export {
  addProjectFile,
  allProjects,
  deleteProject,
  deleteProjectFile,
  moveThread,
  projectCounts,
  projectFiles,
  projectNames,
  projectOf,
  runProject,
  saveProject,
  threadIdsOfProject,
} from './projects.ts';
export { readThread } from './read-thread.ts';
export { readText } from './receipt-texts.ts';
export { Receipts, receiptsOfRun } from './receipts.ts';
export { type SearchHit, searchThreads } from './search-threads.ts';
export {
  chosenPreferences,
  exportSettings,
  type ImportChoice,
  importSettings,
  planImport,
  resetEndpoints,
  type SettingsFileError,
  type SettingsPlan,
} from './settings-file.ts';
export { ownKeyIds } from './signing-key.ts';
export {
  announceFailedWrite,
  createStorageFailure,
  type FailedWrite,
  onFailedWrite,
  storageFailureOf,
  withWriteFailureReporting,
} from './storage-failure.ts';
export { deleteStored, type StoredKind, type StoredPart, storedData } from './stored-data.ts';
export { indexThreads, isIndexing } from './text-index.ts';
export { createThreadLog, titleOf } from './thread-log.ts';
export {
  archiveThread,
  listThread,
  purgeDeleted,
  recentThreads,
  renameThread,
  threadIdsIn,
  threadsWithOpenRun,
  type Wanted,
} from './threads.ts';
export { listedPrices, type Prices, pricesOf, usageSince } from './usage.ts';
export { storedQuery, type Watched, watchThread } from './watch-thread.ts';
export { deleteApiKey, KeysChangedError, KeysLockedError, saveApiKey } from './wrapping-key.ts';
