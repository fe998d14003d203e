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

/** The names of what a request has besides the conversation, at any depth: what a server may refuse of it. */
export function optionalParameters(body: object): string[] {
  return Object.entries(body).flatMap(([name, value]) => {
    if (CONVERSATION.has(name)) return [];
    return isJsonObject(value) ? [name, ...optionalParameters(value)] : [name];
  });
}

/** Whether a parameter limits the length of an answer, under the names of all interfaces. */
export function isAnswerLimit(name: string): boolean {
  return /^max_?(completion_|output_|new_)?tokens$|^num_predict$/i.test(name);
}
