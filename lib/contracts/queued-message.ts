import type { Attachments } from './attachments.ts';
import type { ModelRef } from './model.ts';
import type { PageContextMode } from './page-context.ts';

/**
 * A question that waits for the end of a run. `site`: the one its tab showed when it was written, as far as that was known; what
 * the tab shows by the time it is sent may be another.
 */
export type QueuedMessage = Attachments & {
  messageId: string;
  content: string;
  model: ModelRef;
  tabId: number | null;
  site: string | null;
  /** When the page is sent, where the user chose that for the chat. */
  pageContext?: PageContextMode;
};
