import type * as z from 'zod';
import type { Topic } from '../language/index.ts';
import type { Egress } from './behalf.ts';
import type { Elicit } from './elicitation.ts';
import type { ModelProfile } from './model.ts';
import type { OwnData, OwnDataKind } from './own-data.ts';
import type { PageAccess } from './page.ts';
import type { ApprovedForm, FormDraft, KnownForm } from './page-forms.ts';
import type { AnswerRef } from './receipt.ts';
import type { BrowserPermission, DefinitionChange, Label, ToolOutput, ToolProgress } from './tool-output.ts';
import type { ToolOutputDelta, ToolView } from './tool-view.ts';
import type { WebAccess, WebEgress } from './web.ts';

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
};

/** What a call may do only if the user allows it. A `tabId` of null: the user asked without a page, which the tool reports. */
export type ToolNeed =
  | { type: 'tab'; tabId: number | null }
  /** A document that the page of a tab links to, which the call loads. `findUrl` reads the page; null if it has no such link. */
  | { type: 'document'; tabId: number | null; findUrl: () => Promise<string | null> }
  | { type: 'browser-permission'; permission: BrowserPermission; reason: Label }
  /** Asked for each time. */
  | { type: 'effect'; reason: Label };

/** Hints as defined by the Model Context Protocol. */
export type ToolAnnotations = { readOnlyHint: boolean; idempotentHint: boolean; openWorldHint: boolean };

/**
 * The MCP server a tool comes from. `name`: as listed in approvals; `isTrusted`: the user trusts its descriptions;
 * `tool`: its name on that server.
 */
export type ToolSource = { name: string; isTrusted: boolean; tool: string };

/**
 * The definition of a tool for the model, and the schema of its arguments. Schemas are flat: strings, numbers, booleans,
 * enums.
 */
export type ToolDefinition = {
  name: string;
  description: string;
  inputSchema: z.ZodType;
  /** The arguments as JSON Schema, if the tool came with one; otherwise it is derived from `inputSchema`. */
  jsonSchema?: Record<string, unknown>;
  /** Optional parameters that are not shown to the model. A call that uses them is valid nevertheless. */
  hidden?: readonly string[];
};

export interface Tool<Input = unknown> extends ToolDefinition {
  title: string;
  inputSchema: z.ZodType<Input>;
  annotations: ToolAnnotations;
  /** How its calls are shown. MCP tools have none and are shown by name. */
  view?: ToolView;
  /**
   * What it returns from the open page: its `text`, which is useless if that is already in the conversation, or something
   * `other`, such as its links or a screenshot. Absent for tools that do not read it.
   */
  readsOpenPage?: 'text' | 'other';
  /** Whether it lists or reads other tabs. */
  readsOtherTabs?: boolean;
  /** Whether it also reads documents that the page links to. */
  readsLinkedDocuments?: boolean;
  /** Whether it continues a page in the conversation where it was cut off. */
  continuesContext?: boolean;
  /** The tool that continues a truncated result of this one, if that is a different tool. */
  continuedBy?: string;
  /** Whether a call of a tool that returns the page's text requests only the main text. Always if absent. */
  asksForMainText?(input: Input): boolean;
  /** Timeout of a call in milliseconds; the engine's default if absent. */
  timeoutMs?: number;
  /** Whether to include this tool in the next request. Defaults to true. */
  isOffered?(situation: ToolSituation): boolean;
  /**
   * If a page is in the conversation, only a few tools are offered: those that find the `rest` of a page if only a part of it is
   * there, then those that read `more` than the text of a page, each by rank. If absent, the tool is offered only if the question
   * asks for it.
   */
  besidePage?: { reads: 'rest' | 'more'; rank: number };
  /** The topic of questions that need this tool. It is then also offered to small models. */
  askedFor?: Topic;
  /** Optional parameters that are not useful yet and only cost tokens: not shown to the model, but accepted. */
  hiddenParameters?(situation: ToolSituation): readonly string[];
  /** The arguments as JSON Schema, if they depend on the page. */
  schemaFor?(situation: ToolSituation): Record<string, unknown>;
  /** What the user has to allow for a call. Whether they are asked is decided in lib/security. */
  needs?(input: NoInfer<Input>, context: ToolContext): ToolNeed | null;
  /**
   * Proposes filling in a form, as it currently is on the page. Such calls run with the values that the user has approved, which
   * are in `context.form`, and their outcome can be requested again. Throws ToolError if the form does not exist.
   */
  proposeForm?(input: Input, context: ToolContext): Promise<FormDraft>;
  /** Absent for built-in tools. */
  source?: ToolSource;
  /** How the tool's definition differs from the one that the user allowed, or null. If it differs, every call needs approval. */
  definitionChange?(context: ToolContext): Promise<DefinitionChange | null>;
  /** The address that a call with this input sends to or opens; null or absent if nothing leaves the machine. */
  sendsTo?(input: Input, context: ToolContext): string | null | Promise<string | null>;
  /**
   * Everything that a call can cause to be sent; nothing if absent. lib/tools/egress.test.ts runs every tool and finds what is
   * missing.
   */
  egress?: readonly Egress[];
  /** What a call reveals to the web. Tools with this method are offered, and run, only if the user switched the web on. */
  webEgress?(input: Input): WebEgress;
  /** The arguments of a call that reveals exactly this, for tools that search the web. */
  inputTelling?(egress: WebEgress & { type: 'query' }): Input;
  /**
   * The kind of the user's own data that it searches. Such tools are offered, and run, only if the user asked for that or switched
   * it on.
   */
  ownData?: OwnDataKind;
  /**
   * Yields progress and intermediate findings, returns the output, and throws on failure. The message is sent to the model; the
   * user sees a message for the code of a PageError.
   */
  execute(input: Input, context: ToolContext): AsyncGenerator<ToolProgress | ToolOutputDelta, ToolOutput>;
}

/** Erases the input type after `execute` was checked against it; calls are validated by `inputSchema` before they run. */
export function defineTool<Input>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool;
}
