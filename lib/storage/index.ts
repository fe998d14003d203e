export { BackupKeyMissingError, BackupRefused } from './backup/backup-errors.ts';
export type { RestoreResult } from './backup/restore-backup.ts';
export { isRequestRow, type ThreadRow } from './db.ts';
export type { UnsentChat } from './drafts.ts';
export { collectIntoBlob, type ExportCounts } from './export-threads.ts';
export type { ImportCounts, ImportResult } from './import-threads.ts';
export type { MetricsRecorder } from './metrics.ts';
export type { KeyLockState } from './passphrase.ts';
export type { SearchHit } from './search-threads.ts';
export type { ImportChoice, SettingsFileError, SettingsPlan } from './settings-file.ts';
export {
  createStorageFailure,
  type FailedWrite,
  findStorageFailure,
  withWriteFailureReporting,
} from './storage-failure.ts';
export type { StoredKind, StoredPart } from './stored-data.ts';
export { openNewerStorage, openStorage, type Stores } from './stores.ts';
export { deriveChatTitle } from './thread-row.ts';
export type { ThreadFilter } from './threads.ts';
export type { Prices } from './usage.ts';
export { storedQuery, type ThreadSnapshot } from './watch-thread.ts';
export { KeysChangedError, KeysLockedError, type SessionMemory } from './wrapping-key.ts';
