import type { LanguageModelV4CallOptions, LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { ToolDefinition } from '../contracts/index.ts';
import { callTag, neutralizeMarkers, RESULT_STOPS, resultTag, tagPrompt } from '../model-api/index.ts';

type Content<Role extends LanguageModelV4Message['role']> = Extract<LanguageModelV4Message, { role: Role }>['content'];
type ResultPart = Extract<Content<'tool'>[number], { type: 'tool-result' }>;

/** Maximum number of stop sequences that many servers accept. */
const MAX_STOPS = 4;

/**
 * Converts the request for a model without native tools. Tools are described in the system prompt, calls are written as
 * the model would write them, and results become user turns, since many chat templates support no other roles.
 */
export function describeToolsInPrompt(
  options: LanguageModelV4CallOptions,
  tools: readonly ToolDefinition[],
): LanguageModelV4CallOptions {
  const { tools: _tools, toolChoice: _choice, ...rest } = options;
  const [system, others] = splitSystem(options.prompt);
  const instructions = [system, tagPrompt(tools)].filter((text) => text !== '').join('\n\n');
  return {
    ...rest,
    prompt: [{ role: 'system', content: instructions }, ...joinTurns(others.map(toPlainMessage))],
    stopSequences: [...(options.stopSequences ?? []), ...RESULT_STOPS].slice(0, MAX_STOPS),
  };
}

function splitSystem(prompt: LanguageModelV4Prompt): [system: string, others: LanguageModelV4Message[]] {
  const system = prompt.flatMap((message) => (message.role === 'system' ? [message.content] : []));
  return [system.join('\n\n'), prompt.filter(({ role }) => role !== 'system')];
}

function toPlainMessage(message: LanguageModelV4Message): LanguageModelV4Message {
  if (message.role === 'tool') return { role: 'user', content: resultTexts(message.content) };
  if (message.role !== 'assistant') return message;
  return {
    ...message,
    content: message.content.map((part) => {
      if (part.type === 'tool-call') return { type: 'text', text: callTag(part.toolName, part.input) };
      // The result of a tool that the provider ran itself.
      if (part.type === 'tool-result') return { type: 'text', text: textOfResult(part) };
      return part;
    }),
  };
}

function resultTexts(parts: Content<'tool'>): Content<'user'> {
  return parts.flatMap((part): Content<'user'> => {
    if (part.type !== 'tool-result') return [];
    const { toolName, toolCallId, output } = part;
    const files = output.type === 'content' ? output.value.flatMap((each) => (each.type === 'file' ? [each] : [])) : [];
    return [{ type: 'text', text: resultTag({ toolName, toolCallId }, textOfResult(part)) }, ...files];
  });
}

/** Markers of tool calls in a result are neutralized, since it may quote a page or a file. */
export function textOfResult({ output }: ResultPart): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return neutralizeMarkers(output.value);
    case 'json':
    case 'error-json':
      return neutralizeMarkers(JSON.stringify(output.value));
    case 'execution-denied':
      return neutralizeMarkers(output.reason ?? 'The user did not allow this call.');
    case 'content':
      return neutralizeMarkers(output.value.flatMap((each) => (each.type === 'text' ? [each.text] : [])).join('\n'));
    default:
      return output satisfies never;
  }
}

/** Many chat templates refuse two consecutive turns of one role. */
function joinTurns(messages: readonly LanguageModelV4Message[]): LanguageModelV4Message[] {
  const joinedTurns: LanguageModelV4Message[] = [];
  for (const message of messages) {
    const last = joinedTurns.at(-1);
    if (message.role === 'user' && last?.role === 'user') {
      joinedTurns[joinedTurns.length - 1] = { ...last, content: [...last.content, ...message.content] };
    } else joinedTurns.push(message);
  }
  return joinedTurns;
}
