import * as z from 'zod';

const Part = z.object({ text: z.string().catch('') }).catch({ text: '' });

/** A string, nothing, or an array of parts, of which only text is used. */
const Content = z
  .union([z.string(), z.array(Part)])
  .nullish()
  .transform((content) =>
    typeof content === 'string' ? content : (content ?? []).map((part) => part.text).join('\n'),
  );

const Call = z.object({ id: z.string().catch(''), function: z.object({ name: z.string() }) });

const Message = z.object({
  role: z.string(),
  content: Content,
  name: z.string().nullish(),
  tool_call_id: z.string().nullish(),
  tool_calls: z.array(Call).nullish().catch(null),
});

/** The parts of an OpenAI chat-completions request that the practice model uses; everything else is ignored. */
export const ChatRequest = z.object({
  model: z.string().catch('practice'),
  messages: z.array(Message).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  tools: z.array(z.object({ function: z.object({ name: z.string(), parameters: z.unknown().optional() }) })).nullish(),
  tool_choice: z.unknown().optional(),
});
export type ChatRequest = z.infer<typeof ChatRequest>;
