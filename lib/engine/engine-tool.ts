import type * as z from 'zod';
import {
  defineTool,
  type Tool,
  type ToolAnnotations,
  type ToolDefinition,
  type ToolOutput,
  type ToolProgress,
} from '../contracts/index.ts';

/**
 * The context of a running call. The call should end when `signal` is aborted, because the run was stopped or its time
 * limit was reached.
 */
export type ToolCallContext = { signal: AbortSignal };

type Result = string | ToolOutput;

/**
 * A tool as described by the Model Context Protocol, with `execute`. It returns its text or a `ToolOutput`, whose
 * `followUp` names a read-only call to make without asking the model. It may also be a generator that yields progress
 * first. An error that it throws becomes the result of the call.
 */
export type EngineTool<Input = unknown> = Pick<ToolDefinition, 'name' | 'description' | 'jsonSchema'> & {
  inputSchema: z.ZodType<Input>;
  /** A name for display. Defaults to `name`. */
  title?: string;
  /**
   * As defined by MCP, with its defaults: a tool may change something, must not be repeated, and returns untrusted
   * text. Only tools with `readOnlyHint` start while the answer is still streaming, and run in parallel.
   */
  annotations?: Partial<ToolAnnotations>;
  timeoutMs?: number;
  execute(input: Input, context: ToolCallContext): Result | Promise<Result> | AsyncGenerator<ToolProgress, Result>;
};

/**
 * Type-checks `execute` against the schema of the arguments, then erases the type: calls are validated with the schema
 * before they run.
 */
export function defineEngineTool<Input>(tool: EngineTool<Input>): EngineTool {
  return tool as unknown as EngineTool;
}

const MCP_DEFAULTS: ToolAnnotations = { readOnlyHint: false, idempotentHint: false, openWorldHint: true };

/** Converts the tool to the form that the agent uses. */
export function toAgentTool(tool: EngineTool): Tool {
  const { name, description, inputSchema, title = name, timeoutMs, jsonSchema } = tool;
  return defineTool({
    name,
    title,
    description,
    inputSchema,
    annotations: { ...MCP_DEFAULTS, ...tool.annotations },
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(jsonSchema === undefined ? {} : { jsonSchema }),
    async *execute(input, { signal }) {
      const result = tool.execute(input, { signal });
      const output = isGenerator(result) ? yield* result : await result;
      return typeof output === 'string' ? { content: output } : output;
    },
  });
}

function isGenerator(result: object | string): result is AsyncGenerator<ToolProgress, Result> {
  return typeof result === 'object' && Symbol.asyncIterator in result;
}
