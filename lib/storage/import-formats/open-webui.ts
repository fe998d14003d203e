import * as z from 'zod';
import { type ForeignChat, foreignFormat, type Loss } from './foreign-chat.ts';

const Message = z.object({
  id: z.string(),
  parentId: z.string().nullish(),
  role: z.string(),
  content: z.string().nullish(),
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
    history: z.object({ messages: z.record(z.string(), Message), currentId: z.string().nullish() }),
  }),
});

/** “Export chats” of Open WebUI: trees of messages. Reasoning stands in the text, in `<details type="reasoning">`. */
export const openWebUi = foreignFormat('Open WebUI', Chat, readChat);

function readChat({ id, title, created_at, updated_at, chat }: z.infer<typeof Chat>): ForeignChat {
  const { messages, currentId } = chat.history;
  return {
    id,
    title: title ?? chat.title ?? '',
    createdAt: milliseconds(created_at),
    updatedAt: milliseconds(updated_at),
    messages: Object.values(messages).flatMap((message) => {
      const { role } = message;
      if (role !== 'user' && role !== 'assistant') return [];
      const { text, reasoning, calls } = readContent(message.content ?? '');
      const lost: Loss[] = (message.files ?? []).map(({ type }) => (type === 'image' ? 'picture' : 'attachment'));
      return [
        {
          id: message.id,
          parentId: message.parentId ?? null,
          role,
          text,
          reasoning,
          model: message.model ?? null,
          at: milliseconds(message.timestamp),
          files: [],
          lost: [...lost, ...Array.from({ length: calls }, (): Loss => 'tool-call')],
        },
      ];
    }),
    currentId: currentId ?? null,
  };
}

const DETAILS = /<details\b[^>]*\btype="(reasoning|tool_calls|code_interpreter)"[^>]*>([\s\S]*?)<\/details>\s*/g;

function readContent(content: string): { text: string; reasoning: string; calls: number } {
  const reasoning: string[] = [];
  let calls = 0;
  const text = content.replace(DETAILS, (_, type: string, body: string) => {
    if (type === 'reasoning')
      reasoning.push(
        body
          .replace(/<summary>[\s\S]*?<\/summary>/, '')
          .replace(/^> ?/gm, '')
          .trim(),
      );
    else calls++;
    return '';
  });
  return { text, reasoning: reasoning.join('\n\n'), calls };
}

/** Open WebUI stores times in seconds; some versions used smaller units. */
function milliseconds(time: number | null | undefined): number | null {
  if (time === null || time === undefined) return null;
  if (time > 1e17) return time / 1e6;
  return time > 1e11 ? time : time * 1000;
}
