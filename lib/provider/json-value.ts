/** A JSON object whose fields nobody has checked yet. */
export type JsonObject = Record<string, unknown>;

export function isJson(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
