import * as z from 'zod';
import { Appearance } from './appearance.ts';
import { Prompt } from './prompt.ts';
import { TaskModels } from './task.ts';

/** The user's settings that belong to no endpoint, as they are exported and imported. */
export const Preferences = z.strictObject({
  taskModels: TaskModels,
  /** The user's own; an import adds those that are new by their names. */
  prompts: z.array(Prompt).max(500).default([]),
  /** Steps with tools an answer may take before it has to answer without. */
  maxSteps: z.number().int().min(1).max(100),
  /** How long a server may be silent before it is given up, in minutes; null: as long as servers of its kind need. */
  patienceMinutes: z.number().positive().max(1_440).nullable(),
  /** In US dollars; null: no warning. */
  monthlyLimit: z.number().positive().max(1_000_000).nullable(),
  /** Not in files of before there was one. */
  appearance: Appearance.optional(),
});
export type Preferences = z.infer<typeof Preferences>;
