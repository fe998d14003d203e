import { expect, test } from 'vitest';
import { type BackupSchedule, NO_BACKUP, nextBackupAt } from './preferences.ts';

const DAY = 86_400_000;
const daily: BackupSchedule = { id: 'a', interval: 'day', folder: null, kept: 3 };

test('the first backup is due at once, the next after the interval', () => {
  expect(nextBackupAt(daily, NO_BACKUP)).toBe(0);
  expect(nextBackupAt(daily, { ...NO_BACKUP, madeAt: 5 })).toBe(5 + DAY);
  expect(nextBackupAt({ ...daily, interval: 'week' }, { ...NO_BACKUP, madeAt: 5 })).toBe(5 + 7 * DAY);
});

test('after a failure the next attempt waits for an hour, and is never before its time', () => {
  const failure = { at: 10, code: 'not-written', detail: '' } as const;
  expect(nextBackupAt(daily, { ...NO_BACKUP, failure })).toBe(10 + 3_600_000);
  expect(nextBackupAt(daily, { ...NO_BACKUP, madeAt: 10, failure })).toBe(10 + DAY);
});
