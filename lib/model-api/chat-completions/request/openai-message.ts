export type ContentPart =
  | { type: 'text'; text: string; cache_control?: { type: 'ephemeral' } }
  | { type: 'image_url'; image_url: { url: string } }
  /** `file_data`: a data URL. */
  | { type: 'file'; file: { filename: string; file_data: string } };

/**
 * Content is a string unless there are pictures or files, since models imitate content parts (quirk: string-content). Other fields are
 * provider state.
 */
export type OpenAiMessage =
  | { role: 'system'; content: string | ContentPart[] }
  | { role: 'user'; content: string | ContentPart[] }
  | { role: 'assistant'; content: string | null; tool_calls?: OpenAiToolCall[]; [field: string]: unknown }
  | { role: 'tool'; tool_call_id: string; content: string };

type OpenAiToolCall = {
  id: string;
  type: 'function';
  function: { name: string; arguments: string; [field: string]: unknown };
  [field: string]: unknown;
};
