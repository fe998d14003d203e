import type { Topic } from '../language/index.ts';
import type { ModelProfile } from './model.ts';
import type { KnownForm } from './page-forms.ts';

/** The state in which tools are selected for a step. */
export type ToolSituation = {
  model: ModelProfile;
  /** The address of the open page, or null. */
  pageUrl: string | null;
  /** Names of the tools that were called in this chat. */
  used: ReadonlySet<string>;
  /** Names of the tools that can continue a truncated result of this chat. */
  canReadOn: ReadonlySet<string>;
  /** Names of the tools that the wording of the question asks for. */
  askedFor: ReadonlySet<string>;
  /** The forms of the open page that match the question best, if they were read. */
  forms: readonly KnownForm[];
  /** Whether the open page has tools of its own: it may have some (`present`), or they were `listed` in this chat. */
  pageTools: 'none' | 'present' | 'listed';
};

/**
 * What a tool reads of the user's tabs. `page-text`: the text of the open page, which is useless if all of it is in the
 * conversation. `page-details`: something else of the open page, such as its links or a screenshot. `other-tabs`: it
 * lists or reads other tabs.
 */
export type TabReading<Input> = {
  /**
   * The rank of the tool if a page is in the conversation. Only a few tools are offered then: those that read
   * `page-text` if only a part of it is there, then the others, each by rank. If absent, the tool is offered only if
   * the question asks for it.
   */
  rank?: number;
  /** Whether it is offered before the tools that read the page's text: the page itself has something for models. */
  isFirst?: boolean;
} & (
  | {
      type: 'page-text';
      /** Whether the tool continues a page in the conversation where it was truncated. */
      continuesContext?: boolean;
      /** Whether a call requests only the main text. Always if absent. */
      asksForMainText?(input: Input): boolean;
    }
  | { type: 'page-details' }
  | {
      type: 'other-tabs';
      /** Whether the tool continues a page in the conversation where it was truncated. */
      continuesContext?: boolean;
    }
);

/** When a tool is in a request, and with which parameters. Without a profile, it is in every request, unchanged. */
export type OfferProfile<Input> = {
  /** Whether to include this tool in the next request. Defaults to true. */
  isOffered?(situation: ToolSituation): boolean;
  /** The topic of questions that need this tool. It is then also offered to small models. */
  askedFor?: Topic;
  /** Absent for tools that read no tabs. */
  reads?: TabReading<Input>;
  /** The tool that continues a truncated result of this one, if that is a different tool. */
  continuedBy?: string;
  /**
   * Returns the optional parameters that are not useful yet and only cost tokens. They are not shown to the model, but
   * accepted.
   */
  hiddenParameters?(situation: ToolSituation): readonly string[];
  /** Returns the arguments as JSON Schema, if they depend on the page. */
  schemaFor?(situation: ToolSituation): Record<string, unknown>;
};
