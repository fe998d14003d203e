import * as z from 'zod';
import { ModelRef } from './model.ts';

/** The naming of chats, which happens beside the answers. */
export const TITLE_TASK = 'title';

/** What may have a model of its own: the naming of chats, and chats that begin with a prompt. */
export type Task = typeof TITLE_TASK | `/${string}`;

/** The task that a prompt is. */
export function taskOf({ name }: { name: string }): Task {
  return `/${name}`;
}

/** The models the user has chosen for tasks. Titles without one are made by none, prompts by the chat's. */
export const TaskModels = z.record(z.string().max(41), ModelRef);
export type TaskModels = z.infer<typeof TaskModels>;
