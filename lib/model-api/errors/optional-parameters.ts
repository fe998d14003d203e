import { isJsonObject } from '../../contracts/index.ts';

/** Fields of a request that hold the conversation; their contents are not parameters. */
export const CONVERSATION: ReadonlySet<string> = new Set([
  'messages',
  'input',
  'contents',
  'tools',
  'system',
  'instructions',
  'systemInstruction',
  'model',
  'stream',
]);

/** Optional fields inside the conversation, with the value that requests give them, as JSON. */
export const MARKS: ReadonlyMap<string, string> = new Map([
  ['cache_control', '{"type":"ephemeral"}'],
  ['strict', 'false'],
  ['detail', '"auto"'],
]);

/**
 * The parts of a request that a server may refuse: the names of its fields outside the conversation, at any depth, and
 * of marks inside it.
 */
export function optionalParameters(body: object): string[] {
  const json = JSON.stringify(body);
  const marks = [...MARKS].filter(([name, value]) => json.includes(`"${name}":${value}`)).map(([name]) => name);
  return [...namesBeside(body), ...marks];
}

function namesBeside(body: object): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    if (CONVERSATION.has(name)) return [];
    return isJsonObject(value) ? [name, ...namesBeside(value)] : [name];
  });
}

/** The request's limit for the length of an answer, in tokens, or undefined. */
export function answerLimitIn(body: object): number | undefined {
  const fields = Object.entries(body).flatMap((field) => [
    field,
    ...(isJsonObject(field[1]) ? Object.entries(field[1]) : []),
  ]);
  return fields.flatMap(([name, value]) => (isAnswerLimit(name) && typeof value === 'number' ? [value] : []))[0];
}

/** Whether a parameter limits the length of an answer, under the names of all interfaces. */
export function isAnswerLimit(name: string): boolean {
  return /^max_?(completion_?|output_?|new_?)?tokens$|^num_predict$/i.test(name);
}
