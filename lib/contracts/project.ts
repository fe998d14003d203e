import * as z from 'zod';
import { ModelRef } from './model.ts';

/** Maximum lengths in characters, and counts. */
export const PROJECT_LIMITS = { name: 100, instructions: 20_000, mcpServers: 200 };

/** A project: what its chats have in common. The texts are the user's own, so models follow them. */
export const Project = z.strictObject({
  projectId: z.string().min(1).max(64),
  name: z.string().min(1).max(PROJECT_LIMITS.name),
  /** Appended to the system prompt in its chats. */
  instructions: z.string().max(PROJECT_LIMITS.instructions),
  /** The model its new chats begin with; null: as any new chat. */
  model: ModelRef.nullable(),
  /** Whether the web, and a search in the user's own data, are switched on in its chats until the user decides in a chat. */
  web: z.boolean(),
  ownData: z.boolean(),
  /** Ids of the MCP servers whose tools models get in its chats; null: all that are on. */
  mcpServers: z.array(z.string().min(1).max(64)).max(PROJECT_LIMITS.mcpServers).nullable(),
  /** Milliseconds since 1970. */
  createdAt: z.number().int().min(0).max(8.64e15),
});
export type Project = z.infer<typeof Project>;
