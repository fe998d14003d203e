import * as z from 'zod';

/** One model at one configured endpoint. */
export const ModelRef = z.object({ endpointId: z.string().min(1), modelId: z.string().min(1) });
export type ModelRef = z.infer<typeof ModelRef>;

/** How tools reach the model: in the request, as tags in the prompt, or not at all. */
export const ToolMode = z.enum(['native', 'tags', 'none']);
export type ToolMode = z.infer<typeof ToolMode>;

/**
 * Tokens the server says it counted; any may be missing. `cachedTokens`: those of the input that were read from a cache,
 * `cacheWriteTokens`: those that were written to one.
 */
export const Usage = z.object({
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  cachedTokens: z.number().optional(),
  cacheWriteTokens: z.number().optional(),
});
export type Usage = z.infer<typeof Usage>;

/** Why a step ended, in our words. Never decides control flow: the calls that were accumulated do. */
export const FinishReason = z.enum(['stop', 'tool-calls', 'length', 'content-filter', 'other']);
export type FinishReason = z.infer<typeof FinishReason>;
