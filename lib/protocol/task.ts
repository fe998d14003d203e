import * as z from 'zod';
import { ModelRef } from './model.ts';

/** What a model is asked for besides answers in a chat. */
export const Task = z.enum(['title', 'summary']);
export type Task = z.infer<typeof Task>;

/** The models the person has chosen for tasks; a task without one is not done by a model. */
export const TaskModels = z.partialRecord(Task, ModelRef);
export type TaskModels = z.infer<typeof TaskModels>;
