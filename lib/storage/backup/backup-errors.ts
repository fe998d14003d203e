import type { BackupProblem } from '../../contracts/index.ts';

/** The file is rejected, and nothing has been changed. */
export class BackupRefused extends Error {
  readonly code: BackupProblem;

  constructor(code: BackupProblem) {
    super(code);
    this.name = 'BackupRefused';
    this.code = code;
  }
}

/** The key for scheduled backups is missing, because keys were deleted after the schedule was set. */
export class BackupKeyMissingError extends Error {
  constructor() {
    super('There is no key for scheduled backups.');
    this.name = 'BackupKeyMissingError';
  }
}
