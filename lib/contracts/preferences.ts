import * as z from 'zod';
import { ModelRef } from './model.ts';

/** How often a backup is made. */
const BackupInterval = z.enum(['day', 'week', 'month']);
export type BackupInterval = z.infer<typeof BackupInterval>;

/**
 * A schedule of backups. `id` is part of its file names, so that only these files are deleted in a folder. `folder` is
 * the name of the chosen folder, or null for the downloads folder. `kept` is how many files to keep in that folder.
 */
export const BackupSchedule = z.object({
  id: z.string(),
  interval: BackupInterval,
  folder: z.string().nullable(),
  kept: z.number(),
});
export type BackupSchedule = z.infer<typeof BackupSchedule>;

/** Why a scheduled backup was not made. `detail` is the browser's text, or ''. */
export type BackupFailure = {
  at: number;
  code: 'keys-locked' | 'key-missing' | 'folder-denied' | 'too-large' | 'not-written';
  detail: string;
};

/** The last scheduled backup, and the last failure if it came after that. Times are in milliseconds since 1970. */
export type BackupReport = { madeAt: number | null; fileName: string; failure: BackupFailure | null };

export const NO_BACKUP: BackupReport = { madeAt: null, fileName: '', failure: null };

const DAY_MS = 86_400_000;
const DAYS: Record<BackupInterval, number> = { day: 1, week: 7, month: 30 };

/** The wait before the next attempt after a failure, in milliseconds. */
const RETRY_MS = 3_600_000;

/** Returns when the next backup is due, in milliseconds since 1970. 0 means immediately. */
export function nextBackupAt({ interval }: BackupSchedule, { madeAt, failure }: BackupReport): number {
  const due = madeAt === null ? 0 : madeAt + DAYS[interval] * DAY_MS;
  return failure === null ? due : Math.max(due, failure.at + RETRY_MS);
}

/** The appearance of extension pages. `system` follows the browser. Sizes are relative to the browser's text size. */
export const Appearance = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  textSize: z.enum(['small', 'normal', 'large', 'larger']),
});
export type Appearance = z.infer<typeof Appearance>;

export const DEFAULT_APPEARANCE: Appearance = { theme: 'system', density: 'comfortable', textSize: 'normal' };

/**
 * Keys that the user assigned to actions of the panel, by the action's id. Null: no key. Other actions keep their
 * default.
 */
export const PanelShortcuts = z.record(z.string().max(60), z.string().max(40).nullable());
export type PanelShortcuts = z.infer<typeof PanelShortcuts>;

/** A saved question. `name` is typed after `/`. */
export const Prompt = z.object({
  name: z.string().min(1).max(40),
  text: z.string().min(1).max(10_000),
});
export type Prompt = z.infer<typeof Prompt>;

/** Returns the items of `here`, and those of `others` with new names. */
export function addNewPrompts(here: readonly Prompt[], others: readonly Prompt[]): Prompt[] {
  const names = new Set(here.map(({ name }) => name));
  return [...here, ...others.filter(({ name }) => !names.has(name))];
}

/** The task of naming chats, which runs alongside the answers. */
export const TITLE_TASK = 'title';

/** Tasks that may use a separate model: naming chats, and chats that begin with a prompt. */
export type Task = typeof TITLE_TASK | `/${string}`;

/** The task of a prompt. */
export function toTask({ name }: { name: string }): Task {
  return `/${name}`;
}

/**
 * The models that the user has selected for tasks. Without one, no titles are generated, and prompts use the chat's
 * model.
 */
export const TaskModels = z.record(z.string().max(41), ModelRef);
export type TaskModels = z.infer<typeof TaskModels>;

/** The maximum length of the user's instructions for all models, in characters. */
export const MAX_INSTRUCTIONS = 20_000;
