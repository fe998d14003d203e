import type { AddedTab } from './attachments.ts';
import type { McpResource, McpServer } from './mcp.ts';

/**
 * What the user can mention with `@` in a question. A tab, a chat and a resource of an MCP server are attached to it; of
 * a bookmark the address is written.
 */
export type Mention =
  | { kind: 'tab'; tab: AddedTab }
  /** `at`: when the chat was last changed, in milliseconds since 1970. */
  | { kind: 'chat'; threadId: string; title: string; at: number }
  | { kind: 'bookmark'; title: string; url: string }
  | { kind: 'resource'; server: McpServer; resource: McpResource };

/** Longest text after `@` that is taken for a mention, in characters. */
const MAX_QUERY = 40;

/**
 * The mention that is being written before the caret: where its `@` stands, and what follows; null if there is none. An `@` inside
 * a word, as in addresses of e-mail, begins none.
 */
export function mentionAt(text: string, caret: number): { from: number; query: string } | null {
  const [, , query] =
    /(^|[\s([{"'“「（])@([^\s@]*)$/u.exec(text.slice(Math.max(0, caret - MAX_QUERY - 2), caret)) ?? [];
  return query === undefined ? null : { from: caret - query.length - 1, query };
}
