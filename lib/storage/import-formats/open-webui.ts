import * as z from 'zod';
import { fromSeconds } from './dates.ts';
import {
  type ForeignChat,
  type ForeignMessage,
  foreignFormat,
  type Loss,
  readMessages,
  repeatedLosses,
} from './foreign-chat.ts';
import { readMessageParts } from './message-parts.ts';

const Message = z.object({
  id: z.string(),
  parentId: z.string().nullish(),
  role: z.string(),
  content: z.unknown().optional(),
  output: z.unknown().optional(),
  timestamp: z.number().nullish(),
  model: z.string().nullish(),
  files: z.array(z.looseObject({ type: z.string().nullish() })).nullish(),
});

const Chat = z.object({
  id: z.string(),
  title: z.string().nullish(),
  created_at: z.number().nullish(),
  updated_at: z.number().nullish(),
  chat: z.object({
    title: z.string().nullish(),
    history: z.object({ messages: z.record(z.string(), z.unknown()), currentId: z.string().nullish() }),
  }),
});

/**
 * “Export chats” of Open WebUI: trees of messages. Reasoning is in the text, in `<details type="reasoning">`, or in
 * `output`, a list of items as in OpenAI's Responses, beside an empty text (open-webui/open-webui#30073).
 */
export const openWebUi = foreignFormat('Open WebUI', Chat, readChat);

function readChat({ id, title, created_at, updated_at, chat }: z.infer<typeof Chat>): ForeignChat {
  const { messages, currentId } = chat.history;
  return {
    id,
    title: title ?? chat.title ?? '',
    createdAt: fromSeconds(created_at),
    updatedAt: fromSeconds(updated_at),
    messages: readMessages(Object.values(messages), Message, readMessage, (each) => [each.id, each.parentId]),
    currentId: currentId ?? null,
  };
}

function readMessage(message: z.infer<typeof Message>): ForeignMessage {
  const { role } = message;
  const content = readMessageParts(message.content);
  const withDetails = readDetails(content.text);
  const output =
    withDetails.text.trim() === '' ? readMessageParts(message.output) : { text: '', reasoning: '', lost: [] };
  const lost: Loss[] = (message.files ?? []).map(({ type }) => (type === 'image' ? 'picture' : 'attachment'));
  return {
    id: message.id,
    parentId: message.parentId ?? null,
    role: role === 'user' || role === 'assistant' ? role : 'other',
    text: withDetails.text || output.text,
    reasoning: [withDetails.reasoning, content.reasoning, output.reasoning].filter((each) => each !== '').join('\n\n'),
    model: message.model ?? null,
    at: fromSeconds(message.timestamp),
    files: [],
    lost: [...lost, ...content.lost, ...output.lost, ...repeatedLosses('tool-call', withDetails.calls)],
  };
}

const DETAILS = /<details\b([^<>]*)>/g;
const DETAILS_TYPE = /\btype="(reasoning|tool_calls|code_interpreter)"/;
const DETAILS_END = '</details>';

/** Reads each part of the text once. One pattern for a whole part would search to the end of the text from each tag. */
function readDetails(content: string): { text: string; reasoning: string; calls: number } {
  const reasoning: string[] = [];
  let calls = 0;
  let text = '';
  let from = 0;
  for (const { 0: tag, 1: attributes = '', index } of content.matchAll(DETAILS)) {
    const type = DETAILS_TYPE.exec(attributes)?.[1];
    if (type === undefined || index < from) continue;
    const start = index + tag.length;
    const end = content.indexOf(DETAILS_END, start);
    if (end < 0) break;
    text += content.slice(from, index);
    if (type === 'reasoning') reasoning.push(readReasoning(content.slice(start, end)));
    else calls++;
    from = end + DETAILS_END.length;
    while (/\s/.test(content.charAt(from))) from++;
  }
  return { text: text + content.slice(from), reasoning: reasoning.join('\n\n'), calls };
}

/** The text of a folded part without its summary and marks of a quotation. */
function readReasoning(body: string): string {
  const start = body.indexOf('<summary>');
  const end = start < 0 ? -1 : body.indexOf('</summary>', start);
  const rest = end < 0 ? body : body.slice(0, start) + body.slice(end + '</summary>'.length);
  return rest.replace(/^> ?/gm, '').trim();
}
