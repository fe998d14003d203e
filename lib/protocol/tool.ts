import type * as z from 'zod';
import type { PageAccess } from './page.ts';
import type { ApprovalRequest, ToolOutput, ToolProgress } from './tool-output.ts';

export type ToolContext = {
  signal: AbortSignal;
  page: PageAccess;
  /** The tab the run is about, or null when the person asked without a page. */
  tabId: number | null;
};

/** Hints with the meaning the Model Context Protocol gives them. */
export type ToolAnnotations = { readOnlyHint: boolean; idempotentHint: boolean; openWorldHint: boolean };

/** What a model is told of a tool, and how its arguments are checked. Schemas are flat: strings, numbers, booleans, enums. */
export type ToolDefinition = { name: string; description: string; inputSchema: z.ZodType };

export interface Tool<Input = unknown> extends ToolDefinition {
  title: string;
  inputSchema: z.ZodType<Input>;
  annotations: ToolAnnotations;
  /** Milliseconds after which a call is stopped; the engine's own patience where it is not given. */
  timeoutMs?: number;
  /** What the person must allow first, or null when the call may run now. */
  approval?(input: Input, context: ToolContext): Promise<ApprovalRequest | null>;
  /** The address that a call with this input sends to or opens; null, or left out, where it tells nobody anything. */
  sendsTo?(input: Input): string | null;
  /** Yields progress, returns the output, throws to fail (the message goes to the model and the person). */
  execute(input: Input, context: ToolContext): AsyncGenerator<ToolProgress, ToolOutput>;
}

/** Forgets the input type once `execute` has been checked against it; calls are validated by `inputSchema` before they run. */
export function defineTool<Input>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool;
}
