import * as z from 'zod';
import type { FileError } from './attachments.ts';
import { ModelRef } from './model.ts';

/** Maximum lengths in characters, and counts. `fileText` applies to all files of a project together. */
export const PROJECT_LIMITS = {
  name: 100,
  instructions: 20_000,
  mcpServers: 200,
  files: 50,
  fileName: 200,
  fileText: 2_000_000,
};

/** A project: what its chats have in common. The texts are the user's own, so models follow them. */
export const Project = z.strictObject({
  projectId: z.string().min(1).max(64),
  name: z.string().min(1).max(PROJECT_LIMITS.name),
  /** Appended to the system prompt in its chats. */
  instructions: z.string().max(PROJECT_LIMITS.instructions),
  /** The model for its new chats. Null: the same as for any new chat. */
  model: ModelRef.nullable(),
  /** Whether the web, and searching the user's own data, are enabled in its chats until the user decides in a chat. */
  web: z.boolean(),
  ownData: z.boolean(),
  /** Ids of the MCP servers whose tools are offered in its chats. Null: all servers that are turned on. */
  mcpServers: z.array(z.string().min(1).max(64)).max(PROJECT_LIMITS.mcpServers).nullable(),
  /** Milliseconds since 1970. */
  createdAt: z.number().int().min(0).max(8.64e15),
});
export type Project = z.infer<typeof Project>;

/** A file of a project: the text that was read from it, which is untrusted, like every file. */
export const ProjectFile = z.strictObject({
  fileId: z.string().min(1).max(64),
  projectId: z.string().min(1).max(64),
  name: z.string().min(1).max(PROJECT_LIMITS.fileName),
  text: z.string().max(PROJECT_LIMITS.fileText),
});
export type ProjectFile = z.infer<typeof ProjectFile>;

/** A project with its files, as stored in export files and backups. */
export const ProjectWithFiles = Project.extend({
  files: z
    .array(ProjectFile.pick({ name: true, text: true }))
    .max(PROJECT_LIMITS.files)
    .refine((files) => files.reduce((sum, { text }) => sum + text.length, 0) <= PROJECT_LIMITS.fileText),
});
export type ProjectWithFiles = z.infer<typeof ProjectWithFiles>;

/** Why the file `name` was not added to a project. */
export type ProjectFileError =
  | FileError
  | { code: 'project-too-many' | 'project-too-much' | 'project-image'; name: string };
