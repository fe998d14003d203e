import * as z from 'zod';
import type { ChatRequest } from './chat-request.ts';
import { isContentWord, segmentWords } from './words.ts';

/** A call the practice model makes; `argumentsText` is normally JSON. */
export type PracticeCall = { toolName: string; argumentsText: string };

const QUOTED_PHRASE = /["“„«「『]([^"“”„«»「」『』]{2,80})["”“»」』]/u;
const SEARCHING = /\b(?:find|search|where|locate|mention(?:s|ed)?)\b|搜索|查找|哪里|在哪|探し|検索|どこ|찾아|어디/iu;

/** The most useful call for this question among the offered tools. */
export function chooseCall(question: string, tools: readonly OfferedTool[]): PracticeCall {
  const offers = (name: string) => tools.some((tool) => tool.name === name);
  if (/\b(?:tabs|open tab)\b/i.test(question) && offers('list_tabs')) return practiceCall('list_tabs', {});
  if (asksForSelection(question) && offers('read_selection')) {
    return practiceCall('read_selection', {});
  }
  const query = searchQuery(question);
  if (query !== '' && offers('find_in_page')) return practiceCall('find_in_page', { query });
  const [first] = tools;
  if (offers('read_page') || first === undefined) return practiceCall('read_page', {});
  return practiceCall(first.name, sampleArguments(first.parameters, question));
}

export function asksForSelection(question: string): boolean {
  return /\b(?:selection|selected|highlight(?:ed)?)\b|選択|选中/iu.test(question);
}

/** The search query: a quoted phrase, or the longest run of content words in a question that asks to search. */
function searchQuery(question: string): string {
  const phraseText = QUOTED_PHRASE.exec(question)?.[1]?.trim();
  if (phraseText) return phraseText;
  return SEARCHING.test(question) ? longestPhrase(question) : '';
}

/** The longest run of content words, as written; '' if there are none. */
export function longestPhrase(text: string): string {
  const runs: string[] = [];
  let start: number | null = null;
  let end = 0;
  for (const word of segmentWords(text)) {
    const isNeighbour = start !== null && /^[\s'’-]*$/.test(text.slice(end, word.start));
    if (!isContentWord(word.text)) {
      start = null;
      continue;
    }
    if (!isNeighbour) start = word.start;
    end = word.end;
    runs.push(text.slice(start ?? word.start, end));
  }
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

export function practiceCall(toolName: string, input: Record<string, unknown>): PracticeCall {
  return { toolName, argumentsText: JSON.stringify(input) };
}

type OfferedTool = { name: string; parameters?: unknown };

/** How tools are offered to the practice model. `required`: the request requires a call (as in a connection test). */
export type ToolOffer =
  | { mode: 'native'; tools: OfferedTool[]; required: boolean }
  | { mode: 'tags'; tools: OfferedTool[]; required: false }
  | { mode: 'none'; tools: []; required: false };

const KNOWN_NAMES = ['read_page', 'find_in_page', 'read_section', 'read_selection', 'list_links', 'list_tabs'];

const NamedChoice = z.object({ function: z.object({ name: z.string() }) });

/** Reads the tools from the request, or from a prompt with the tag protocol. */
export function readOffer(request: ChatRequest): ToolOffer {
  const tools = (request.tools ?? []).map((tool) => tool.function);
  if (tools.length > 0) {
    if (request.tool_choice === 'none') return { mode: 'none', tools: [], required: false };
    const choice = NamedChoice.safeParse(request.tool_choice).data?.function.name;
    const requestedTools = tools.filter((tool) => tool.name === choice);
    if (requestedTools.length > 0) return { mode: 'native', tools: requestedTools, required: true };
    return { mode: 'native', tools, required: request.tool_choice === 'required' };
  }
  const prompt = joinPrompt(request);
  if (!prompt.includes('<tool name=')) return { mode: 'none', tools: [], required: false };
  const names = KNOWN_NAMES.filter((name) => new RegExp(`\\b${name}\\b`).test(prompt));
  return { mode: 'tags', tools: names.map((name) => ({ name })), required: false };
}

function joinPrompt({ messages }: ChatRequest): string {
  const system = messages.filter((message) => message.role === 'system' || message.role === 'developer');
  const firstUser = messages.find((message) => message.role === 'user');
  return [...system, ...(firstUser ? [firstUser] : [])].map((message) => message.content).join('\n');
}

const Property = z
  .object({
    type: z.unknown().optional(),
    enum: z.array(z.unknown()).min(1).optional(),
    minimum: z.number().optional(),
  })
  .catch({ type: 'string' });

const Parameters = z.object({ properties: z.record(z.string(), Property), required: z.array(z.string()) });

/**
 * Arguments for an unknown tool, from its JSON schema: the question for strings, otherwise the smallest value. Only
 * required arguments.
 */
function sampleArguments(parameters: unknown, question: string): Record<string, unknown> {
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
