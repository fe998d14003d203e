/** A JSON object whose fields are not validated. */
export type JsonObject = Record<string, unknown>;

/** The value of a JSON text, or undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
