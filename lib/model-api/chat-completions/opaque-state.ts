import * as z from 'zod';

/** Provider state of one tool call, which is stored and echoed without being interpreted. */
const OpaqueCall = z.object({
  /** The id from the server if it differs from the call's id here (a duplicate); null if the server sent none. */
  wireId: z.string().nullable(),
  /** `tool_calls[].extra_content`, verbatim (Gemini's thought signatures, quirk: thought-signature). */
  extraContent: z.unknown().optional(),
  /**
   * Other provider fields of the `tool_calls[]` entry, by name, verbatim: `thought_signature`,
   * `provider_specific_fields`.
   */
  fields: z.record(z.string(), z.unknown()).optional(),
  /** The same fields in `tool_calls[].function`. */
  functionFields: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Provider state of one step, echoed to the same model with the step's assistant turn. Plain JSON, stored as
 * `step-end.opaque`, which is absent if there is nothing to echo. Rules: quirks: reasoning-fields, ids-verbatim,
 * plain-ids, thought-signature, echo-reasoning, omit-reasoning, reasoning-details.
 */
const OpaqueState = z.object({
  /** The field in which the reasoning text arrived (`reasoning_content`, `reasoning`, `reasoning_text`), or null. */
  reasoningField: z.string().nullable(),
  /** `reasoning_details` with its chunks merged, in order, to be sent back unchanged. */
  reasoningDetails: z.array(z.unknown()),
  /** Calls with state to echo, by the tool-call id used here. */
  toolCalls: z.record(z.string(), OpaqueCall),
});

export type OpaqueCall = z.infer<typeof OpaqueCall>;
export type OpaqueState = z.infer<typeof OpaqueState>;

/** Parses `step-end.opaque` from the log; null if there is none, or if another kind of client wrote it. */
export function parseOpaque(value: unknown): OpaqueState | null {
  const parseResult = OpaqueState.safeParse(value);
  return parseResult.success ? parseResult.data : null;
}
