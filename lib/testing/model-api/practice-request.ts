// Requests for the tests, as clients send them.
import { ChatRequest } from '../../model-api/local/practice/chat-request.ts';

export const SAMPLE_PAGE = `Title: Why the sea has tides
URL: https://example.com/tides

# Why the sea has tides

The sea rises and falls twice a day on most coasts. Sailors have known it for thousands of years.

## Spring tides

When Sun and Moon stand in line, their pulls add up. The tides are then called **spring tides**, whatever the season.

| Place | Range |
|---|---|
| Bay of Fundy | 16 m |

## Harbours

Every harbour has [a table of its own](https://example.com/table), printed once a year by the harbour master.`;

type Turn = Record<string, unknown>;

const TOOL_NAMES = ['read_page', 'find_in_page', 'read_selection', 'list_tabs'];

/** A request with native tools: the question, then each result as the answer to a call. */
export function nativeBody(
  question: string,
  results: { toolName: string; content: string }[] = [],
  names = TOOL_NAMES,
) {
  const turns: Turn[] = results.flatMap(({ toolName, content }, index) => {
    const call = { id: `call_${index}`, type: 'function', function: { name: toolName, arguments: '{}' } };
    return [
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: call.id, content },
    ];
  });
  const tools = names.map((name) => ({ type: 'function', function: { name, parameters: { type: 'object' } } }));
  return { ...plainBody(question, turns), tools };
}

/** A request whose system prompt documents the tag protocol. */
export function taggedBody(question: string, results: { toolName: string; content: string }[] = []) {
  const turns: Turn[] = results.flatMap(({ toolName, content }) => [
    { role: 'assistant', content: `<tool name="${toolName}">{}</tool>` },
    { role: 'user', content: `<tool_result name="${toolName}">\n${content}\n</tool_result>` },
  ]);
  const prompt = `Call tools like this: <tool name="NAME">{}</tool>\nTools:\n- ${TOOL_NAMES.join('()\n- ')}()`;
  const { messages, ...rest } = plainBody(question, turns);
  return { ...rest, messages: [{ role: 'system', content: prompt }, ...messages] };
}

/** A request that offers no tools at all. */
export function plainBody(question: string, turns: Turn[] = []) {
  const messages: Turn[] = [{ role: 'user', content: question }, ...turns];
  return { model: 'practice', stream: true, messages };
}

export function parsed(body: object): ChatRequest {
  return ChatRequest.parse(body);
}
