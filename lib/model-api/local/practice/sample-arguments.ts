import * as z from 'zod';

const Property = z
  .object({
    type: z.unknown().optional(),
    enum: z.array(z.unknown()).min(1).optional(),
    minimum: z.number().optional(),
  })
  .catch({ type: 'string' });

const Parameters = z.object({ properties: z.record(z.string(), Property), required: z.array(z.string()) });

/**
 * Arguments for an unknown tool, from its JSON schema: the question for strings, the smallest value otherwise. Only required
 * ones.
 */
export function sampleArguments(parameters: unknown, question: string): Record<string, unknown> {
  const schema = Parameters.safeParse(parameters).data;
  return Object.fromEntries(
    (schema?.required ?? []).map((name) => [
      name,
      sampleValue(schema?.properties[name] ?? { type: 'string' }, question),
    ]),
  );
}

function sampleValue(property: z.infer<typeof Property>, question: string): unknown {
  if (property.enum) return property.enum[0];
  switch (property.type) {
    case 'number':
    case 'integer':
      return property.minimum ?? 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return question;
  }
}
