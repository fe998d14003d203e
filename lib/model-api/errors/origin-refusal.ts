/**
 * Whether the text of a 403 is about the Origin that browsers send with a POST. Ollama says nothing at all (its issues 1797
 * and 2425); others name the origin, or CORS.
 */
export function refusesOrigin(said: string): boolean {
  return said.trim() === '' || /\b(origins?|cors|cross-origin)\b/i.test(said);
}
