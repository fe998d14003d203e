import * as z from 'zod';

/** One content block of a step, as far as it cannot be made from what the log holds. */
const Block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
  z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
  /** So many characters of the step's text, from where the last text block ended. */
  z.object({ type: z.literal('text'), length: z.number() }),
  /** The next call of the step. */
  z.object({ type: z.literal('tool_use') }),
]);

/**
 * The order of a step's blocks, with the signed ones verbatim: thinking has to go back unchanged and in its place
 * (quirk: signed-thinking). Travels as `step-end.opaque`.
 */
const AnthropicState = z.object({ interface: z.literal('anthropic-messages'), blocks: z.array(Block) });

export type StateBlock = z.infer<typeof Block>;
export type AnthropicState = z.infer<typeof AnthropicState>;

/** Reads `step-end.opaque`; the blocks are none where another interface wrote it. */
export function stateBlocks(opaque: unknown): readonly StateBlock[] {
  const parsed = AnthropicState.safeParse(opaque);
  return parsed.success ? parsed.data.blocks : [];
}
