import { isJsonObject } from '../../contracts/index.ts';

/** Fields of a request that hold the conversation, whose contents are no parameters. */
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

/** Fields inside the conversation that a request can do without, with the value we give them, as JSON. */
export const MARKS: ReadonlyMap<string, string> = new Map([
  ['cache_control', '{"type":"ephemeral"}'],
  ['strict', 'false'],
  ['detail', '"auto"'],
]);

/** What a server may refuse of a request: the names of what it has besides the conversation, at any depth, and of marks in it. */
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

/** The limit of an answer that a request has, in tokens, or undefined. */
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
