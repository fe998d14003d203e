import * as z from 'zod';
import { isJsonObject, type ModelRequest } from '../../contracts/index.ts';
import {
  type AssistantTurn,
  type ContentPart,
  conversationTurns,
  imageTurn,
} from '../chat-completions/request/conversation-turns.ts';
import { isNative, textConversation } from '../chat-completions/request/tagged-messages.ts';
import { plainId } from '../chat-completions/request/to-openai-messages.ts';
import { neutralizeMarkers, resultText, userContent } from '../chat-completions/request/user-content.ts';

/** One item of a step's output, storing only what cannot be rebuilt from the log. */
const StateItem = z.discriminatedUnion('type', [
  /** The reasoning item unchanged, with its encrypted content. */
  z.object({ type: z.literal('reasoning'), item: z.record(z.string(), z.unknown()) }),
  /**
   * The next `length` characters of the step's text, and the phase of the answer that they belong to, if the model
   * reports it.
   */
  z.object({ type: z.literal('message'), length: z.number(), phase: z.string().optional() }),
  /** The next call of the step. */
  z.object({ type: z.literal('function_call') }),
]);

/** The order of a step's items: reasoning must precede the item it led to (quirk: reasoning-items). */
const ResponsesState = z.object({ interface: z.literal('openai-responses'), items: z.array(StateItem) });
export type StateItem = z.infer<typeof StateItem>;
export type ResponsesState = z.infer<typeof ResponsesState>;

type InputItem = Record<string, unknown>;

/** A request's conversation as input items. */
export function responsesInput(request: ModelRequest): { instructions: string; input: InputItem[] } {
  if (!isNative(request)) {
    const { system, turns } = textConversation(request);
    return { instructions: system, input: turns.map(({ role, content }) => message(role, toInputContent(content))) };
  }
  const input = conversationTurns(request.messages).flatMap((turn): InputItem[] =>
    turn.role === 'user' ? [message('user', toInputContent(userContent(turn)))] : assistantItems(turn),
  );
  return { instructions: neutralizeMarkers(request.system), input };
}

function assistantItems(turn: AssistantTurn): InputItem[] {
  const { toolCalls, results } = turn;
  const ids = toolCalls.map(({ toolCallId }) => plainId(toolCallId));
  const outputs = results.map((result, index) => ({
    type: 'function_call_output',
    call_id: ids[index],
    output: resultText(result),
  }));
  const pictures = imageTurn(results).map(({ content }) => message('user', toInputContent(content ?? '')));
  return [...outputItems(turn, ids), ...outputs, ...pictures];
}

/** Reasoning is only sent back if the items around it are known. Servers refuse it alone or before a different item. */
function outputItems({ content, toolCalls, opaque }: AssistantTurn, ids: readonly string[]): InputItem[] {
  const calls = toolCalls.map(({ toolName, input }, index) => ({
    type: 'function_call',
    call_id: ids[index],
    name: toolName,
    arguments: JSON.stringify(isJsonObject(input) ? input : {}),
  }));
  const items = ResponsesState.safeParse(opaque).data?.items ?? [];
  if (!isWholeTurn(items, content, calls.length)) return [...messageItem(content), ...calls];
  let position = 0;
  let callIndex = 0;
  return items.flatMap((item): InputItem[] => {
    switch (item.type) {
      case 'message':
        position += item.length;
        return messageItem(content.slice(position - item.length, position), item.phase);
      case 'function_call':
        return calls.slice(callIndex, ++callIndex);
      case 'reasoning':
        return [item.item];
      default:
        return item satisfies never;
    }
  });
}

function isWholeTurn(items: readonly StateItem[], content: string, calls: number): boolean {
  const length = items.reduce((sum, item) => sum + (item.type === 'message' ? item.length : 0), 0);
  return length === content.length && items.filter(({ type }) => type === 'function_call').length === calls;
}

function messageItem(text: string, phase?: string): InputItem[] {
  return text === '' ? [] : [{ ...message('assistant', text), ...(phase === undefined ? {} : { phase }) }];
}

/** The reference says the type is optional, but some servers distinguish items only by it (quirk: typed-items). */
function message(role: 'user' | 'assistant', content: unknown): InputItem {
  return { type: 'message', role, content };
}

function toInputContent(content: string | readonly ContentPart[]): unknown {
  if (typeof content === 'string') return content;
  return content.map((part) => {
    switch (part.type) {
      case 'text':
        return { type: 'input_text', text: part.text };
      case 'image_url':
        return { type: 'input_image', image_url: part.image_url.url, detail: 'auto' };
      case 'file':
        return { type: 'input_file', ...part.file };
      default:
        return part satisfies never;
    }
  });
}
