import type { Attachments } from './attachments.ts';
import type { ModelRef } from './model.ts';
import type { PageContextMode } from './page-context.ts';

/**
 * A message queued until a run ends. `site` is that of its tab when it was written, as far as known; the tab may have navigated
 * when it is sent.
 */
export type QueuedMessage = Attachments & {
  messageId: string;
  content: string;
  model: ModelRef;
  tabId: number | null;
  site: string | null;
  /** When the page is sent, if the user selected that for the chat. */
  pageContext?: PageContextMode;
  /** The web was switched on for the chat. */
  web?: true;
  /** The user's other chats may be searched. */
  ownData?: true;
};
