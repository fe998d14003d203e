import * as z from 'zod';
import { Appearance } from './appearance.ts';
import { ModelRef } from './model.ts';
import { PageContextMode, SitePolicy } from './page-context.ts';
import { PanelShortcuts } from './panel-shortcuts.ts';
import { Prompt } from './prompt.ts';
import { TaskModels } from './task.ts';
import { SearchSettings } from './web.ts';

/** The user's settings outside endpoints, as they are exported and imported. */
export const Preferences = z.strictObject({
  taskModels: TaskModels,
  /** The user's prompts; an import adds those with new names. */
  prompts: z.array(Prompt).max(500).default([]),
  /** Maximum steps with tools before an answer must follow. */
  maxSteps: z.number().int().min(1).max(100),
  /** Timeout for a silent server, in minutes; null uses the default for servers of its kind. */
  patienceMinutes: z.number().positive().max(1_440).nullable(),
  /** In US dollars; null: no warning. */
  monthlyLimit: z.number().positive().max(1_000_000).nullable(),
  /** Absent in files of older versions. */
  appearance: Appearance.optional(),
});
export type Preferences = z.infer<typeof Preferences>;

/** A setting of a backup. One that cannot be read, or that the other version does not have, stays as it is. */
const kept = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

/** All settings, as a backup holds them. */
export const BackupSettings = z.object({
  taskModels: kept(TaskModels),
  prompts: kept(z.array(Prompt).max(500)),
  maxSteps: kept(Preferences.shape.maxSteps),
  patienceMinutes: kept(Preferences.shape.patienceMinutes),
  monthlyLimit: kept(Preferences.shape.monthlyLimit),
  appearance: kept(Appearance),
  pageContextMode: kept(PageContextMode),
  pageContextTokens: kept(z.number().int().min(500).max(1_000_000)),
  warmStart: kept(z.boolean()),
  sitePolicies: kept(z.record(z.string(), SitePolicy)),
  searchSettings: kept(SearchSettings),
  switchedOffTools: kept(z.array(z.string().max(100)).max(500)),
  selectedModel: kept(ModelRef),
  favouriteModels: kept(z.array(ModelRef)),
  recentModels: kept(z.array(ModelRef)),
  logToConsole: kept(z.boolean()),
  panelShortcuts: kept(PanelShortcuts),
});
export type BackupSettings = z.infer<typeof BackupSettings>;
