import { isJsonObject } from '../../../contracts/index.ts';

/** Fields of messages, items and parts that hold prompt text, in all interfaces. */
const TEXT_FIELDS = ['text', 'content', 'parts', 'output', 'arguments', 'input', 'functionCall', 'functionResponse'];

/** Parts whose text a server may leave out of the prompt: thoughts of earlier turns. */
const THOUGHTS = new Set(['thinking', 'redacted_thinking', 'reasoning']);

/**
 * The text in the messages, items or parts of a request, for comparison with the number of tokens that a server counts.
 * Files and thoughts are excluded, so that the estimate is low.
 */
export function promptText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(promptText).filter(Boolean).join('\n');
  if (!isJsonObject(value) || THOUGHTS.has(String(value.type))) return '';
  if ('name' in value && isJsonObject(value.args)) return JSON.stringify(value.args);
  if ('name' in value && isJsonObject(value.response)) return Object.values(value.response).map(promptText).join('\n');
  const words = TEXT_FIELDS.map((field) => {
    const part = value[field];
    return field === 'input' && isJsonObject(part) ? JSON.stringify(part) : promptText(part);
  });
  return words.filter(Boolean).join('\n');
}
