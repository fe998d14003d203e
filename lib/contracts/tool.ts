import type * as z from 'zod';
import type { ToolContext } from './tool-context.ts';
import type { ToolEffects } from './tool-effects.ts';
import type { OfferProfile } from './tool-offer.ts';
import type { ToolOutput, ToolProgress } from './tool-output.ts';
import type { ToolOutputDelta, ToolView } from './tool-view.ts';

/** Hints as defined by the Model Context Protocol. */
export type ToolAnnotations = { readOnlyHint: boolean; idempotentHint: boolean; openWorldHint: boolean };

/**
 * The definition of a tool for the model, and the schema of its arguments. Schemas are flat: strings, numbers,
 * booleans, enums.
 */
export type ToolDefinition = {
  name: string;
  description: string;
  inputSchema: z.ZodType;
  /** The arguments as JSON Schema, if the tool came with one. Otherwise it is derived from `inputSchema`. */
  jsonSchema?: Record<string, unknown>;
  /** Optional parameters that are not shown to the model. A call that uses them is nevertheless valid. */
  hidden?: readonly string[];
};

/** A tool as MCP describes one, with `execute`, and what the agent has to know to offer, allow and show its calls. */
export interface Tool<Input = unknown> extends ToolDefinition {
  title: string;
  inputSchema: z.ZodType<Input>;
  annotations: ToolAnnotations;
  /** When it is in a request. */
  offer?: OfferProfile<NoInfer<Input>>;
  /** What its calls need, change and reveal. */
  effects?: ToolEffects<NoInfer<Input>>;
  /** How its calls are shown. MCP tools do not have this and are shown by name. */
  view?: ToolView;
  /** The timeout of a call in milliseconds. The engine's default applies if absent. */
  timeoutMs?: number;
  /**
   * Yields progress and intermediate findings, returns the output, and throws on failure. The message is sent to the
   * model. The user sees a message for the code of a PageError.
   */
  execute(input: Input, context: ToolContext): AsyncGenerator<ToolProgress | ToolOutputDelta, ToolOutput>;
}

/**
 * Erases the input type after `execute` was checked against it. Calls are validated by `inputSchema` before they run.
 */
export function defineTool<Input>(tool: Tool<Input>): Tool {
  return tool as unknown as Tool;
}
