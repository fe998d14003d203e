import { isJsonObject, type JsonObject } from '../../../contracts/index.ts';
import { readToolCall } from './chat-calls.ts';
import type { ToolCallDelta } from './chunk-reader.ts';

/** The content of a `delta` or `message`. */
type Content = { text: string; reasoning: string; calls: readonly ToolCallDelta[] };

const NO_CONTENT: Content = { text: '', reasoning: '', calls: [] };

/**
 * Content in typed parts: Mistral's Magistral sends reasoning as parts, gateways to Anthropic also calls (quirk:
 * typed-content).
 */
export function readParts(content: unknown): Content {
  if (isJsonObject(content)) return readParts(Array.isArray(content.parts) ? content.parts : [content]);
  if (!Array.isArray(content)) return NO_CONTENT;
  let text = '';
  let reasoning = '';
  const calls: ToolCallDelta[] = [];
  for (const part of content) {
    if (typeof part === 'string') text += part;
    else if (!isJsonObject(part)) continue;
    else if (CALL_PART.test(String(part.type))) calls.push(readToolCall(part));
    else if (part.thought === true || REASONING_PART.test(String(part.type))) reasoning += asText(part);
    else text += asText(part.text ?? (isTextPart(part) ? (part.content ?? part.value) : '')) + asText(part.refusal);
  }
  return { text, reasoning, calls };
}

const REASONING_PART = /think|thought|reason|summary|analysis/;
const CALL_PART = /^(?:tool_use|tool_call|function_call)$/;

/**
 * Whether a part without `text` may have its text in another field. Tool results and files have fields with the same
 * names.
 */
function isTextPart({ type }: JsonObject): boolean {
  return type === undefined || type === null || /text|markdown/.test(String(type));
}

/** The text in a string, a part, or a list of either. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(asText).join('');
  if (!isJsonObject(value)) return '';
  for (const field of TEXT_FIELDS) {
    if (value[field] !== undefined && value[field] !== null) return asText(value[field]);
  }
  return '';
}

const TEXT_FIELDS = [
  'text',
  'reasoningText',
  'thinking',
  'content',
  'reasoning',
  'reasoning_content',
  'summary',
  'value',
  'delta',
];

/**
 * Servers use different names, and some send the same text under two of them. The first one counts (quirk:
 * reasoning-fields).
 */
const REASONING_FIELDS = [
  'reasoning_content',
  'reasoning',
  'reasoning_text',
  'thinking',
  'thinking_content',
  'thought',
];

const OTHER_REASONING_FIELD =
  /^(?:internal_|deep_|native_)?(?:reason|reasoning|think|thinking|thoughts?|cot|chain_of_thought|analysis)(?:_(?:content|text|delta|summary|output|blocks?|process|trace|steps?))?$/;

/** The field with the model's reasoning, or null if there is none. */
export function findReasoningField(body: JsonObject): string | null {
  for (const field of REASONING_FIELDS) {
    if (body[field] !== undefined && asText(body[field]) !== '') return field;
  }
  for (const field in body) {
    if (USUAL_FIELDS.has(field)) continue;
    const name = field.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
    if (OTHER_REASONING_FIELD.test(name) && asText(body[field]) !== '') return field;
  }
  return null;
}

const USUAL_FIELDS: ReadonlySet<string> = new Set([
  'role',
  'content',
  'tool_calls',
  'refusal',
  'function_call',
  'index',
]);
