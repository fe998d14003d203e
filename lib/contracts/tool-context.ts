import type { Elicit } from './elicitation.ts';
import type { OwnData } from './own-data.ts';
import type { PageAccess } from './page.ts';
import type { ApprovedForm } from './page-forms.ts';
import type { AnswerRef } from './receipt.ts';
import type { WebAccess } from './web.ts';

/** What a call receives besides its arguments. What it may read is limited to what the user allows its run. */
export type ToolContext = {
  signal: AbortSignal;
  /** The answer that the call belongs to. */
  answer: AnswerRef;
  /** The text of the question of the run. */
  question: string;
  /** The window of the calling model, in tokens, or null if unknown. */
  contextWindow: number | null;
  page: PageAccess;
  /** The tab that the run is about. Null if the user asked without a page. */
  tabId: number | null;
  /** The form that the user lets this call fill in, or null. */
  form: ApprovedForm | null;
  /**
   * Null if the user did not turn the web on for this question. `typed` are addresses that the user wrote in this chat.
   * `within` is the origin that a page may not lead away from, if the call runs under a rule for it, otherwise null.
   * `tab` is what the user lets this call open in a tab, and the origins that may be read there. It is null without
   * such an approval.
   */
  web: {
    access: WebAccess;
    typed: ReadonlySet<string>;
    within: string | null;
    tab: { address: string; origins: readonly string[] } | null;
  } | null;
  /** The user's own data in this browser. Null if there is none, as in tests. */
  own: OwnData | null;
  /** Asks the user for input during the call. Null if the tool is not executed yet. */
  elicit: Elicit | null;
};
