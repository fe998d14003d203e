import type { BackupProblem, ImportDamage, ImportProblem, StorageFailureCode } from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';

/** Returns the message for a storage failure, and what to do. */
export function storageFailureText(code: StorageFailureCode): string {
  return t(FAILURES[code]);
}

const FAILURES: Record<StorageFailureCode, PlainKey> = {
  full: 'storeFull',
  blocked: 'storeBlocked',
  newer: 'storeNewer',
  broken: 'storeBroken',
  temporary: 'storeTemporary',
  emptied: 'storeEmptied',
};

/** Returns why a file of chats was not imported. */
export function importProblemText(problem: ImportProblem): string {
  if (problem.code === 'damaged') {
    return t('importDamaged', { line: problem.line, reason: damageText(problem.damage) });
  }
  return t(PROBLEMS[problem.code]);
}

const PROBLEMS: Record<Exclude<ImportProblem['code'], 'damaged'>, PlainKey> = {
  empty: 'importEmpty',
  incomplete: 'importBreaksOff',
  'not-ours': 'importNotOurs',
  newer: 'importNewer',
  'not-text': 'importNoText',
  'web-page': 'importWebPage',
  'chat-too-large': 'importChatTooLarge',
  'has-project': 'importHasProject',
  'no-project': 'importNoProject',
  backup: 'importIsBackup',
  settings: 'importIsSettings',
  'archive-damaged': 'importZipDamaged',
  'archive-locked': 'importZipLocked',
  'archive-too-large': 'importZipTooLarge',
  'archive-bomb': 'importZipBomb',
  'no-chats': 'importZipNoChats',
};

function damageText(damage: ImportDamage): string {
  return damage.code === 'invalid' ? damage.detail : t(DAMAGES[damage.code]);
}

const DAMAGES: Record<Exclude<ImportDamage['code'], 'invalid'>, PlainKey> = {
  'after-end': 'importAfterEnd',
  'not-a-chat': 'importNoChat',
  'out-of-order': 'importOutOfOrder',
  'too-deep': 'importTooDeep',
  'not-json': 'importNoJson',
  forbidden: 'importForbidden',
};

/** Returns why a backup was not created or restored, and what to do. */
export function backupProblemText(problem: BackupProblem): string {
  return t(BACKUP_PROBLEMS[problem]);
}

const BACKUP_PROBLEMS: Record<BackupProblem, PlainKey> = {
  'not-a-backup': 'backupNotOurs',
  newer: 'backupNewer',
  damaged: 'backupDamaged',
  'wrong-passphrase': 'backupWrongPassphrase',
  'too-large': 'backupTooLarge',
};
