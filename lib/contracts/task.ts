import * as z from 'zod';
import { ModelRef } from './model.ts';

/** The task of naming chats, which runs beside the answers. */
export const TITLE_TASK = 'title';

/** Tasks that may have a model of their own: naming chats, and chats that begin with a prompt. */
export type Task = typeof TITLE_TASK | `/${string}`;

/** The task of a prompt. */
export function taskOf({ name }: { name: string }): Task {
  return `/${name}`;
}

/** The models the user has selected for tasks. Without one, no titles are generated, and prompts use the chat's model. */
export const TaskModels = z.record(z.string().max(41), ModelRef);
export type TaskModels = z.infer<typeof TaskModels>;
