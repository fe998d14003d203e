import {
  createBackup,
  createScheduledBackup,
  forgetBackups,
  loadBackupFolder,
  saveBackupFolder,
  saveBackupKey,
} from './backup/create-backup.ts';
import { newFileKey } from './backup/encrypted-file.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { bindStore, getDatabase } from './bind-store.ts';
import { exportReceipt } from './export-receipt.ts';
import { exportThreads } from './export-threads.ts';
import { importThreads } from './import-threads.ts';
import { exportMemories, importMemories } from './memories-file.ts';
import { exportProject, importProject, readProjectFile } from './project-export.ts';
import { chosenPreferences, exportSettings, importSettings, planImport, resetEndpoints } from './settings-file.ts';
import type { Stores } from './stores.ts';

/**
 * The stores for files: exports, imports, backups. Pages load this module on demand (`loadFileStores` in lib/react), so
 * `index.ts` exports only types of the modules that it needs.
 */
export function fileStores({ database }: Pick<Stores, 'database'>) {
  const db = getDatabase(database);
  return {
    chats: bindStore(db, { export: exportThreads, import: importThreads, exportReceipt }),
    projects: { ...bindStore(db, { export: exportProject, import: importProject }), readFile: readProjectFile },
    memories: bindStore(db, { export: exportMemories, import: importMemories }),
    backups: {
      ...bindStore(db, {
        create: createBackup,
        createScheduled: createScheduledBackup,
        restore: restoreBackup,
        forget: forgetBackups,
        saveKey: saveBackupKey,
        saveFolder: saveBackupFolder,
        loadFolder: loadBackupFolder,
      }),
      newKey: newFileKey,
    },
    settings: {
      ...bindStore(db, { export: exportSettings, planImport, import: importSettings, reset: resetEndpoints }),
      chosenPreferences,
    },
  };
}
