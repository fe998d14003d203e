import type * as z from 'zod';
import type { DefinitionChange } from './approval-request.ts';
import type { ToolMode } from './model.ts';
import type { PageAccess } from './page.ts';
import type { ApprovalRequest, ToolOutput, ToolProgress } from './tool-output.ts';
import type { WebAccess, WebEgress } from './web.ts';

export type ToolContext = {
  signal: AbortSignal;
  page: PageAccess;
  /** The tab the run is about, or null when the user asked without a page. */
  tabId: number | null;
  /** The window of the model that asked, in tokens, or null where it is not known. */
  contextWindow: number | null;
  /** The words of the question the run answers. */
  question: string;
  /** null where the user did not switch the web on for this question. `typed`: addresses the user wrote in this chat. */
  web: { access: WebAccess; typed: ReadonlySet<string> } | null;
};

/** What is known when tools are put on offer for a step. */
export type ToolSituation = {
  toolMode: ToolMode;
  /** In tokens, or null. */
  contextWindow: number | null;
  /** Whether the model sees pictures; null where that is not known. */
  vision: boolean | null;
  /** The address of the open page, or null. */
  pageUrl: string | null;
  /** Names of the tools that were called in this chat. */
  used: ReadonlySet<string>;
  /** Names of the tools that can read on: something this chat has read goes on where its last part ended. */
  canReadOn: ReadonlySet<string>;
};

/** Hints with the meaning the Model Context Protocol gives them. */
export type ToolAnnotations = { readOnlyHint: boolean; idempotentHint: boolean; openWorldHint: boolean };

/**
 * Who describes a tool and writes its results, where that is not this program. `name` stands among the sources of a step;
 * `isTrusted`: the user trusts its descriptions, and its own words in arguments to it.
 */
export type ToolSource = { name: string; isTrusted: boolean };

/**
 * The definition of a tool for the model, and the schema of its arguments. Schemas are flat: strings, numbers, booleans,
 * enums.
 */
export type ToolDefinition = {
  name: string;
  description: string;
  inputSchema: z.ZodType;
  /** The arguments as JSON Schema without references, where the tool came with one; else it is made of `inputSchema`. */
  jsonSchema?: Record<string, unknown>;
  /** Optional parameters that the model is not shown. A call that has them is valid all the same. */
  hidden?: readonly string[];
};

export interface Tool<Input = unknown> extends ToolDefinition {
  title: string;
  inputSchema: z.ZodType<Input>;
  annotations: ToolAnnotations;
  /**
   * What it gives of the open page: its `text`, which is of no use where all of that is already in front of the model, or
   * something `other` than what is put there, such as its links or a screenshot. Absent for tools that do not read it.
   */
  readsOpenPage?: 'text' | 'other';
  /** It lists or reads other tabs. */
  readsOtherTabs?: boolean;
  /** Whether a call of a tool that gives the page's text asks for just that. Always where it is not given. */
  asksForMainText?(input: Input): boolean;
  /** Milliseconds after which a call is stopped; the engine's own timeout where it is not given. */
  timeoutMs?: number;
  /** Whether to include this tool in the next request. Defaults to true. */
  isOffered?(situation: ToolSituation): boolean;
  /** Optional parameters that are of no use yet and only cost tokens: left out of what the model is shown, never refused. */
  hiddenParameters?(situation: ToolSituation): readonly string[];
  /** What the user must allow first, or null when the call may run now. */
  approval?(input: Input, context: ToolContext): Promise<ApprovalRequest | null>;
  /** Absent for tools of this program. */
  source?: ToolSource;
  /** How the tool's definition differs from the one that the user allowed, or null: then every call is asked for. */
  definitionChange?(context: ToolContext): Promise<DefinitionChange | null>;
  /** The address that a call with this input sends to or opens; null or absent if nothing leaves the machine. */
  sendsTo?(input: Input, context: ToolContext): string | null | Promise<string | null>;
  /** What a call tells somebody on the web. Tools that have it are offered, and run, only where the user switched the web on. */
  webEgress?(input: Input): WebEgress;
  /**
   * Yields progress, returns the output, throws to fail. The message goes to the model; the user reads the code of a
   * PageError.
   */
  execute(input: Input, context: ToolContext): AsyncGenerator<ToolProgress, ToolOutput>;
}

/** Forgets the input type once `execute` has been checked against it; calls are validated by `inputSchema` before they run. */
export function defineTool<Input>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool;
}
