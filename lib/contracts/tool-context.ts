import type { Elicit } from './elicitation.ts';
import type { OwnData } from './own-data.ts';
import type { PageAccess } from './page.ts';
import type { ApprovedForm } from './page-forms.ts';
import type { AnswerRef } from './receipt.ts';
import type { WebAccess } from './web.ts';

export type ToolContext = {
  signal: AbortSignal;
  page: PageAccess;
  /** The tab the run is about, or null if the user asked without a page. */
  tabId: number | null;
  /** The window of the calling model, in tokens, or null if unknown. */
  contextWindow: number | null;
  /** The words of the question the run answers. */
  question: string;
  /**
   * Null if the user did not switch the web on for this question. `typed`: addresses the user wrote in this chat; `within`: the
   * origin that a page may not lead away from, if the call runs under a rule for it, otherwise null. `tab`: what the user lets this
   * call open in a tab, and the origins that may be read there; null without such an approval.
   */
  web: {
    access: WebAccess;
    threadId: string;
    typed: ReadonlySet<string>;
    within: string | null;
    tab: { address: string; origins: readonly string[] } | null;
  } | null;
  /** The user's own data in this browser, for a request from chat `threadId`; null if there is none, as in tests. */
  own: { data: OwnData; threadId: string } | null;
  /** Asks the user for input during the call; null if the tool is not executed yet. */
  elicit: Elicit | null;
  /** The form that the user lets this call fill in. */
  form?: ApprovedForm;
  /** The answer that the call belongs to, for its receipt; absent in tests. */
  answer?: AnswerRef;
};
