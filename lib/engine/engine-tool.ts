import type * as z from 'zod';
import {
  defineTool,
  type Tool,
  type ToolAnnotations,
  type ToolDefinition,
  type ToolOutput,
  type ToolProgress,
} from '../contracts/index.ts';

/** The context of a running call, which should end when `signal` is aborted, by Stop or by the time limit. */
export type ToolCallContext = { signal: AbortSignal };

type Result = string | ToolOutput;

/**
 * A tool as the Model Context Protocol describes one, with `execute`. It returns its text or a `ToolOutput`, whose `followUp` names
 * a read-only call to make without asking the model; or it is a generator that yields progress first. An error that it throws
 * becomes the result of the call.
 */
export type EngineTool<Input = unknown> = Pick<ToolDefinition, 'name' | 'description' | 'jsonSchema'> & {
  inputSchema: z.ZodType<Input>;
  /** A name for people. Defaults to `name`. */
  title?: string;
  /**
   * As MCP defines them, with its defaults: a tool may change something, must not be repeated, and returns untrusted text. Only
   * tools with `readOnlyHint` start while the answer is still streaming, and in parallel.
   */
  annotations?: Partial<ToolAnnotations>;
  timeoutMs?: number;
  execute(input: Input, context: ToolCallContext): Result | Promise<Result> | AsyncGenerator<ToolProgress, Result>;
};

/** Checks `execute` against the schema of the arguments, and erases their type: calls are validated by the schema before they run. */
export function defineEngineTool<Input>(tool: EngineTool<Input>): EngineTool {
  return tool as unknown as EngineTool;
}

const MCP_DEFAULTS: ToolAnnotations = { readOnlyHint: false, idempotentHint: false, openWorldHint: true };

/** Converts the tool to the form that the agent runs. */
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
