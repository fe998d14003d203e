import * as z from 'zod';
import { Appearance } from './appearance.ts';
import { Prompt } from './prompt.ts';
import { TaskModels } from './task.ts';

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
