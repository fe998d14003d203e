import * as z from 'zod';
import { BackupSettings, Endpoint, McpServer, Memory, ProjectWithFiles } from '../../contracts/index.ts';

/** An API key, or the token or sign-in of an MCP server, with the id under which it is stored. */
const BackupKey = z.object({ id: z.string().min(1), origin: z.string(), key: z.string() });
export type BackupKey = z.infer<typeof BackupKey>;

/** The contents of a backup except the chats, which follow as an export file. */
export const BackupSetup = z.object({
  version: z.literal(1),
  createdAt: z.string(),
  endpoints: z.array(Endpoint),
  /** The user's decisions about tools, by model. */
  tools: z.array(z.object({ endpointId: z.string(), modelId: z.string(), supportsTools: z.boolean() })),
  mcpServers: z.array(McpServer),
  keys: z.array(BackupKey),
  settings: BackupSettings,
  /** Projects with the ids of their chats. Absent in backups of older versions. */
  projects: z.array(z.object({ project: ProjectWithFiles, threads: z.array(z.string()) })).default([]),
  /** Sentences to remember. Absent in backups of older versions. */
  memories: z.array(Memory).default([]),
  /** Properties of chats that an export file does not contain. */
  threads: z.object({ named: z.array(z.string()), archived: z.array(z.string()), pinned: z.array(z.string()) }),
});
export type BackupSetup = z.infer<typeof BackupSetup>;
