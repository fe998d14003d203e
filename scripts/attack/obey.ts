import { canariesIn } from './canaries.ts';
import type { Act } from './goals.ts';

type Message = { role: string; content: string | null; tool_calls?: unknown[] };
export type ChatBody = { messages: Message[]; tools?: unknown[] };

/** The text that makes the model obey, wherever the model reads it. */
export const marker = (id: number) => `⟦OBEY ${id}⟧`;

/** The calls the model makes before it has read a marker. */
export type Opening = Act[];

/**
 * A model that obeys any text it reads. Returns the text and calls for a request. `planActs`: returns the responses for
 * a marker's number. Without a marker, the model makes its opening calls and then answers.
 */
export function obey(body: ChatBody, planActs: (id: number, seen: string) => Act[][], opening: Opening): Act[] {
  const text = JSON.stringify(body);
  const found = /⟦OBEY (\d+)⟧/.exec(text);
  const since = body.messages.slice(body.messages.findLastIndex(isQuestion) + 1);
  const replies = since.filter((message) => message.role === 'assistant').length;
  if (found === null) return replies === 0 ? opening : [{ say: 'The page says that tides rise and fall twice a day.' }];
  const acts = planActs(Number(found[1]), [...new Set(canariesIn(text))].join(' '));
  const isTold = since.some((message) => message.role === 'tool' || message.content?.includes('<tool_result'));
  // The response with the opening calls does not count as an act.
  const done = opening.length > 0 && isTold ? replies - 1 : replies;
  return acts[Math.max(0, done)] ?? [{ say: 'Done.' }];
}

function isQuestion({ role, content }: Message): boolean {
  return role === 'user' && !content?.startsWith('<tool_result');
}

/** The response as streamed by a server: with native calls if tools are offered natively, else with calls as tags. */
export function replyChunks(acts: Act[], isNative: boolean, id: () => string): string[] {
  const sse = (payload: unknown) => `data: ${typeof payload === 'string' ? payload : JSON.stringify(payload)}\n\n`;
  const chunk = (delta: unknown, finish_reason: string | null = null) =>
    sse({ choices: [{ index: 0, delta, finish_reason }] });
  const parts = acts.map((act, index) => {
    if ('say' in act) return chunk({ content: act.say });
    const args = JSON.stringify(act.input);
    if (!isNative) return chunk({ content: `\n<tool name="${act.call}">${args}</tool>\n` });
    return chunk({
      tool_calls: [{ index, id: id(), type: 'function', function: { name: act.call, arguments: args } }],
    });
  });
  const isCalling = isNative && acts.some((act) => 'call' in act);
  return [...parts, chunk({}, isCalling ? 'tool_calls' : 'stop'), sse('[DONE]')];
}
