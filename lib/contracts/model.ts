import * as z from 'zod';

/** One model at one configured endpoint. */
export const ModelRef = z.object({ endpointId: z.string().min(1), modelId: z.string().min(1) });
export type ModelRef = z.infer<typeof ModelRef>;

/** How tools are offered to the model: in the request, as tags in the prompt, or not at all. */
export const ToolMode = z.enum(['native', 'tags', 'none']);
export type ToolMode = z.infer<typeof ToolMode>;

/**
 * Tokens reported by the server; any may be missing. `cachedTokens`: input tokens read from a cache, `cacheWriteTokens`: written
 * to one.
 */
export const Usage = z.object({
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  cachedTokens: z.number().optional(),
  cacheWriteTokens: z.number().optional(),
});
export type Usage = z.infer<typeof Usage>;

/** Why a step ended, normalized. Never decides control flow, which depends on the accumulated calls. */
export const FinishReason = z.enum(['stop', 'tool-calls', 'length', 'content-filter', 'other']);
export type FinishReason = z.infer<typeof FinishReason>;
