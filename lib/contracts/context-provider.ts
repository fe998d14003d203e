import type { OwnData } from './own-data.ts';
import type { PageAccess } from './page.ts';
import type { ContextReading, ContextRequest } from './page-context.ts';
import type { WebAccess } from './web.ts';

/** What a conversation can draw on besides its messages and tools: pages, files, the web, and the user's own data. */
export interface ContextProvider {
  /** The tabs. lib/security decides what a run may read of them. */
  page: PageAccess;
  /** Reads a source for a question. Null if it has no text. Rejects with PageError. */
  read(request: ContextRequest, signal: AbortSignal): Promise<ContextReading | null>;
  /** The user's instructions for a chat, or ''. */
  instructions(threadId: string): Promise<string>;
  /** Returns those of the sentences with these ids that the user still wants remembered in a chat, oldest first. */
  memories(threadId: string, memoryIds: readonly string[]): Promise<readonly string[]>;
  /** Null if there is none. */
  web: WebAccess | null;
  /** Null if there is none. */
  ownData: OwnData | null;
}
