// Reads the text of another project's parser test, with the server configuration that the case describes.
import type { ToolDefinition } from '../lib/contracts/tool.ts';
import { cut, offer, offerAll, readText, type Summary } from './replay-case.ts';

export type TextCase = {
  id: string;
  text: string;
  tools?: unknown[];
  tags: string[];
  source: { upstream: string; path: string; test: string };
  expected_calls: { name: string }[];
};

/** The server and request configuration of a case, without its expectations. */
type Configuration = {
  /** Whether the server separates reasoning from the answer. */
  splitsReasoning: boolean;
  /** The end of the prompt, which the text continues. */
  opened: string;
  /** `tool_choice: none` forbids calls. */
  mayCall: boolean;
  /** Whether a schema that lists properties allows no others, as in the AI SDK; JSON Schema allows them. */
  closesSchemas: boolean;
};

/** Tests of a parser that only reads calls and whose reasoning is separated elsewhere. */
const CALLS_ONLY = [
  ['vllm-project/vllm', /^tests\/tool_(?:parsers|use)\//],
  ['ollama/ollama', /^tools\/|nonthinking_test/],
  ['minpeter/ai-sdk-tool-call-middleware', /./],
] as const;

export function inferConfiguration({ tags, source, text }: Pick<TextCase, 'tags' | 'source' | 'text'>): Configuration {
  const readsCallsOnly = CALLS_ONLY.some(
    ([project, path]) => source.upstream.startsWith(project) && path.test(source.path),
  );
  const isUnsplit = tags.some((tag) => tag === 'hasThinking=False' || /^reasoning_format=.*_NONE/.test(tag));
  const isThinking = tags.some((tag) => /^enable_thinking=.*'true'/.test(tag));
  const isOpened = isThinking && text.includes('</think>') && !text.includes('<think>');
  return {
    splitsReasoning: !readsCallsOnly && !isUnsplit,
    opened: isOpened ? '<think>\n' : '',
    mayCall: !/tool_choice_none/.test(source.test),
    closesSchemas: source.upstream.startsWith('minpeter/ai-sdk-tool-call-middleware'),
  };
}

/** The tools of the case. If it has none, the tools that it calls and one more. */
export function listCaseTools(
  { tools = [], expected_calls }: TextCase,
  { closesSchemas }: Configuration,
): ToolDefinition[] {
  if (tools.length > 0) return offerAll(tools, { closesSchemas });
  const names = new Set([...expected_calls.map((call) => call.name), 'get_weather']);
  return [...names].map((name) => offer(name));
}

/** `chunking`: see `cut`. */
export function readTextCase(textCase: TextCase, chunking: string): Summary {
  const configuration = inferConfiguration(textCase);
  const pieces = cut(configuration.opened + textCase.text, chunking);
  const summary = readText(pieces, listCaseTools(textCase, configuration), configuration);
  return configuration.mayCall ? summary : { ...summary, calls: [] };
}
