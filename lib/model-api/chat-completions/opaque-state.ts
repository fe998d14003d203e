import * as z from 'zod';

/** Provider state of one tool call, which is only echoed. */
const OpaqueCall = z.object({
  /** The id the server gave, where it is not the one the call has here (it gave it twice); null where it gave none. */
  wireId: z.string().nullable(),
  /** `tool_calls[].extra_content`, verbatim (Gemini's thought signatures, quirk: thought-signature). */
  extraContent: z.unknown().optional(),
  /** Other provider fields of the `tool_calls[]` entry, by name, verbatim: `thought_signature`, `provider_specific_fields`. */
  fields: z.record(z.string(), z.unknown()).optional(),
  /** The same, found one level down, in `tool_calls[].function`. */
  functionFields: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Provider state of one step, to be echoed to the same model with the step's assistant turn. Plain JSON; it travels as
 * `step-end.opaque`, which is absent where there is nothing to echo. Rules: quirks: reasoning-fields, ids-verbatim, plain-ids, thought-signature, echo-reasoning, omit-reasoning, reasoning-details.
 */
const OpaqueState = z.object({
  /** The field that carried the reasoning text (`reasoning_content`, `reasoning`, `reasoning_text`), or null. */
  reasoningField: z.string().nullable(),
  /** `reasoning_details` with its chunks merged, in order, ready to be sent back as it is. */
  reasoningDetails: z.array(z.unknown()),
  /** By the tool-call id used here. Only calls that have something to echo. */
  toolCalls: z.record(z.string(), OpaqueCall),
});

export type OpaqueCall = z.infer<typeof OpaqueCall>;
export type OpaqueState = z.infer<typeof OpaqueState>;

/** Reads `step-end.opaque` as it comes out of the log; null where there is none, or where somebody else wrote it. */
export function parseOpaque(value: unknown): OpaqueState | null {
  const parsed = OpaqueState.safeParse(value);
  return parsed.success ? parsed.data : null;
}
