import * as z from 'zod';
import { ModelRef } from './model.ts';
import { ContextTokens, PageContextMode } from './page-context.ts';
import { TranslationTarget } from './page-translation.ts';
import { SitePolicy } from './site-policy.ts';
import { SearchSettings } from './web.ts';

/** How often a backup is made. */
export type BackupInterval = 'day' | 'week' | 'month';

/**
 * A schedule of backups. `id` is part of its file names, so that only these files are deleted in a folder. `folder`: the name of
 * the chosen folder, or null for the downloads folder. `kept`: how many files to keep in that folder.
 */
export type BackupSchedule = { id: string; interval: BackupInterval; folder: string | null; kept: number };

/** Why a scheduled backup was not made. `detail`: the browser's text, or ''. */
export type BackupFailure = {
  at: number;
  code: 'keys-locked' | 'key-missing' | 'folder-denied' | 'too-large' | 'not-written';
  detail: string;
};

/** The last scheduled backup, and the last failure if it came after that. Times are milliseconds since 1970. */
export type BackupReport = { madeAt: number | null; fileName: string; failure: BackupFailure | null };

export const NO_BACKUP: BackupReport = { madeAt: null, fileName: '', failure: null };

const DAY_MS = 86_400_000;
const DAYS: Record<BackupInterval, number> = { day: 1, week: 7, month: 30 };

/** After a failure the next attempt waits for this long, in milliseconds. */
const RETRY_MS = 3_600_000;

/** When the next backup is due, in milliseconds since 1970; 0: at once. */
export function nextBackupAt({ interval }: BackupSchedule, { madeAt, failure }: BackupReport): number {
  const due = madeAt === null ? 0 : madeAt + DAYS[interval] * DAY_MS;
  return failure === null ? due : Math.max(due, failure.at + RETRY_MS);
}

/** Appearance of our pages. `system` follows the browser; sizes are relative to the browser's text size. */
export const Appearance = z.strictObject({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  textSize: z.enum(['small', 'normal', 'large', 'larger']),
});
export type Appearance = z.infer<typeof Appearance>;

export const DEFAULT_APPEARANCE: Appearance = { theme: 'system', density: 'comfortable', textSize: 'normal' };

/** Keys that the user assigned to actions of the panel, by the action's id; null: none. Other actions keep their default. */
export const PanelShortcuts = z.record(z.string().max(60), z.string().max(40).nullable());
export type PanelShortcuts = z.infer<typeof PanelShortcuts>;

/** A saved question. `name` is typed after `/`. */
export const Prompt = z.object({
  name: z.string().min(1).max(40),
  text: z.string().min(1).max(10_000),
});
export type Prompt = z.infer<typeof Prompt>;

/** The items of `here`, and those of `others` whose names are new. */
export function withNew(here: readonly Prompt[], others: readonly Prompt[]): Prompt[] {
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

/** The models the user has selected for tasks. Without one, no titles are generated, and prompts use the chat's model. */
export const TaskModels = z.record(z.string().max(41), ModelRef);
export type TaskModels = z.infer<typeof TaskModels>;

/** Maximum length of the user's instructions for all models, in characters. */
export const MAX_INSTRUCTIONS = 20_000;

/** The user's settings outside endpoints, as they are exported and imported. */
export const Preferences = z.strictObject({
  taskModels: TaskModels,
  /** The user's prompts; an import adds those with new names. */
  prompts: z.array(Prompt).max(500).default([]),
  /** Maximum number of steps with tools before an answer is required. */
  maxSteps: z.number().int().min(1).max(100),
  /** Timeout for a silent server, in minutes; null uses the default for servers of its kind. */
  patienceMinutes: z.number().positive().max(1_440).nullable(),
  /** In US dollars; null: no warning. */
  monthlyLimit: z.number().positive().max(1_000_000).nullable(),
  /** Absent in files of older versions. */
  appearance: Appearance.optional(),
  checksFacts: z.boolean().optional(),
});
export type Preferences = z.infer<typeof Preferences>;

/** A setting in a backup. One that is invalid, or that the other version does not have, stays unchanged. */
const ignoreInvalid = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

/** All settings, as stored in a backup. */
export const BackupSettings = z.object({
  taskModels: ignoreInvalid(TaskModels),
  prompts: ignoreInvalid(z.array(Prompt).max(500)),
  maxSteps: ignoreInvalid(Preferences.shape.maxSteps),
  patienceMinutes: ignoreInvalid(Preferences.shape.patienceMinutes),
  monthlyLimit: ignoreInvalid(Preferences.shape.monthlyLimit),
  appearance: ignoreInvalid(Appearance),
  pageContextMode: ignoreInvalid(PageContextMode),
  pageContextTokens: ignoreInvalid(ContextTokens),
  warmStart: ignoreInvalid(z.boolean()),
  sitePolicies: ignoreInvalid(z.record(z.string(), SitePolicy)),
  searchSettings: ignoreInvalid(SearchSettings),
  switchedOffTools: ignoreInvalid(z.array(z.string().max(100)).max(500)),
  translationEngine: ignoreInvalid(z.enum(['model', 'browser'])),
  translationTarget: ignoreInvalid(TranslationTarget.nullable()),
  selectedModel: ignoreInvalid(ModelRef),
  favouriteModels: ignoreInvalid(z.array(ModelRef)),
  recentModels: ignoreInvalid(z.array(ModelRef)),
  logToConsole: ignoreInvalid(z.boolean()),
  panelShortcuts: ignoreInvalid(PanelShortcuts),
  usesMemory: ignoreInvalid(z.boolean()),
  customInstructions: ignoreInvalid(z.string().max(MAX_INSTRUCTIONS)),
  showsFigures: ignoreInvalid(z.boolean()),
  checksFacts: ignoreInvalid(z.boolean()),
  lightsUpFacts: ignoreInvalid(z.boolean()),
});
export type BackupSettings = z.infer<typeof BackupSettings>;
