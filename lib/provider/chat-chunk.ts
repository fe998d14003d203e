import type { FinishReason, Usage } from '../protocol/model.ts';

/** One tool-call fragment, with blanks (`""`, `null`, `"null"`) already read as absent. */
export type ToolCallDelta = { index: number | null; id: string | null; name: string | null; arguments: string };

/** What one chunk, or one whole message, says. */
export type ChatChunk = {
  text: string;
  reasoning: string;
  toolCalls: ToolCallDelta[];
  finishReason: FinishReason | null;
  usage: Usage | null;
  /** The error object of a reply that failed although its status was 200. */
  error: unknown;
};

type Json = Record<string, unknown>;

/**
 * Reads one chunk of `/chat/completions`, or one plain reply, as servers really send them. Takes any parsed JSON; never
 * throws. `message` is read only where there is no `delta` (Perplexity repeats the whole message beside each delta).
 * Rules: provider-quirks sections 1 to 6.
 */
export function readChatChunk(value: unknown): ChatChunk {
  const chunk = isJson(value) ? value : {};
  const choice = firstChoice(chunk.choices);
  const body = isJson(choice?.delta) ? choice.delta : isJson(choice?.message) ? choice.message : {};
  const content = readContent(body.content);
  return {
    text: content.text,
    reasoning: content.reasoning + readReasoning(body),
    toolCalls: readToolCalls(body),
    finishReason: readFinishReason(choice?.finish_reason),
    usage: readUsage(chunk.usage) ?? readUsage(isJson(chunk.x_groq) ? chunk.x_groq.usage : null),
    error: chunk.error ?? choice?.error ?? null,
  };
}

/** Several choices are only sent to those who ask for them; the first is ours. */
function firstChoice(choices: unknown): Json | null {
  if (!Array.isArray(choices)) return null;
  return choices.find((choice): choice is Json => isJson(choice) && (choice.index ?? 0) === 0) ?? null;
}

/** A string, or typed parts (Mistral's Magistral thinks in parts). */
function readContent(content: unknown): { text: string; reasoning: string } {
  if (typeof content === 'string') return { text: content, reasoning: '' };
  if (!Array.isArray(content)) return { text: '', reasoning: '' };
  let text = '';
  let reasoning = '';
  for (const part of content) {
    if (typeof part === 'string') text += part;
    else if (!isJson(part)) continue;
    else if (part.type === 'thinking') reasoning += asText(part.thinking);
    else text += asText(part.text);
  }
  return { text, reasoning };
}

/** Servers name it differently, and some send two names with the same words: the first that is there counts. */
function readReasoning(body: Json): string {
  for (const key of ['reasoning_content', 'reasoning', 'reasoning_text']) {
    const text = asText(body[key]);
    if (text !== '') return text;
  }
  return Array.isArray(body.reasoning_details) ? asText(body.reasoning_details) : '';
}

/** The text in a string, a part, or a list of either. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(asText).join('');
  if (isJson(value)) return asText(value.text ?? value.summary ?? '');
  return '';
}

function readToolCalls(body: Json): ToolCallDelta[] {
  const list = Array.isArray(body.tool_calls) ? body.tool_calls : isJson(body.tool_calls) ? [body.tool_calls] : [];
  const calls = list.filter(isJson).map((call) => readToolCall(call, isJson(call.function) ? call.function : call));
  // The shape before November 2023; some proxies still send it.
  if (isJson(body.function_call)) calls.push({ ...readToolCall({}, body.function_call), index: 0 });
  return calls;
}

function readToolCall(call: Json, fn: Json): ToolCallDelta {
  const args = fn.arguments ?? fn.parameters;
  return {
    index: readIndex(call.index),
    id: present(call.id),
    name: present(fn.name),
    arguments: typeof args === 'string' ? args : args === undefined || args === null ? '' : JSON.stringify(args),
  };
}

function readIndex(value: unknown): number | null {
  const index = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 ? index : null;
}

/** Blank strings, `null` and the words for nothing are absent (provider-quirks 7, 8, 9, 17). */
function present(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  return text === '' || text === 'null' || text === 'undefined' ? null : text;
}

function readFinishReason(value: unknown): FinishReason | null {
  if (typeof value !== 'string' || value === '') return null;
  switch (value.toLowerCase()) {
    case 'stop':
    case 'end_turn':
    case 'eos':
      return 'stop';
    case 'tool_calls':
    case 'function_call':
    case 'tool_use':
      return 'tool-calls';
    case 'length':
    case 'max_tokens':
      return 'length';
    case 'content_filter':
      return 'content-filter';
    default:
      return 'other';
  }
}

function readUsage(value: unknown): Usage | null {
  if (!isJson(value)) return null;
  const inputTokens = typeof value.prompt_tokens === 'number' ? { inputTokens: value.prompt_tokens } : {};
  const outputTokens = typeof value.completion_tokens === 'number' ? { outputTokens: value.completion_tokens } : {};
  return { ...inputTokens, ...outputTokens };
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
