import type { ChatRequest } from './chat-request.ts';
import { pagesInFront } from './pages-in-front.ts';
import type { PracticeWords } from './practice-words.ts';
import { readOffer, type ToolOffer } from './tool-offer.ts';
import { resultsInTags, type ToolResult } from './tool-result.ts';

/** A request as the practice model understands it. */
export type Conversation = {
  /** The last user message, or ''. */
  question: string;
  offer: ToolOffer;
  /** What tools have answered since the question. */
  results: ToolResult[];
  /** What the client put before the question by itself. */
  pages: ToolResult[];
  words: PracticeWords;
};

type Message = ChatRequest['messages'][number];

/** Finds the current question, the tools on offer and what they have answered since. */
export function readConversation(request: ChatRequest, words: PracticeWords): Conversation {
  const messages = request.messages.flatMap(splitUserTurn);
  const asked = messages.findLastIndex((message) => message.role === 'user' && !isTagResult(message));
  const since = messages.slice(asked + 1);
  const calls = since.flatMap((message) => message.tool_calls ?? []);
  const names = new Map(calls.map((call) => [call.id, call.function.name]));
  return {
    question: lastParagraph(messages[asked]?.content ?? ''),
    offer: readOffer(request),
    words,
    pages: pagesInFront(turnsUpTo(messages, asked)),
    results: since.flatMap((message) => {
      if (isTagResult(message)) return resultsInTags(message.content);
      if (message.role !== 'tool') return [];
      const toolName = names.get(message.tool_call_id ?? '') ?? message.name ?? 'a tool';
      return [{ toolName, text: message.content, isError: false }];
    }),
  };
}

function turnsUpTo(messages: readonly Message[], asked: number): string[] {
  const turns = messages.slice(0, asked + 1).filter((message) => message.role === 'user' && !isTagResult(message));
  return turns.map(({ content }) => content);
}

function isTagResult(message: Message): boolean {
  return message.role === 'user' && /^<tool_result\s/.test(message.content);
}

const resultEnd = '</tool_result>';

/** Clients join neighbouring user turns, so that one message may hold results and the question after them. */
function splitUserTurn(message: Message): Message[] {
  if (message.role !== 'user') return [message];
  const { content } = message;
  const start = content.search(/^[ \t]*<tool_result\s/m);
  const end = content.lastIndexOf(resultEnd) + resultEnd.length;
  if (start === -1 || end <= start) return [message];
  return [content.slice(0, start), content.slice(start, end), content.slice(end)]
    .filter((part) => part.trim() !== '')
    .map((part) => ({ ...message, content: part.trim() }));
}

/**
 * For the same reason only the last paragraph counts: above it may stand a question that was never answered (it asked
 * for an error, say), or, where a server knows no system role, the whole prompt.
 */
function lastParagraph(content: string): string {
  return (
    content
      .trim()
      .split(/\n\s*\n/)
      .at(-1)
      ?.trim() ?? ''
  );
}
