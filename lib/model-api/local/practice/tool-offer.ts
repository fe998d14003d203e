import * as z from 'zod';
import type { ChatRequest } from './chat-request.ts';

export type OfferedTool = { name: string; parameters?: unknown };

/** How tools are offered to the practice model. `required`: the request requires a call (as in a connection test). */
export type ToolOffer =
  | { mode: 'native'; tools: OfferedTool[]; required: boolean }
  | { mode: 'tags'; tools: OfferedTool[]; required: false }
  | { mode: 'none'; tools: []; required: false };

const knownNames = ['read_page', 'find_in_page', 'read_section', 'read_selection', 'list_links', 'list_tabs'];

const NamedChoice = z.object({ function: z.object({ name: z.string() }) });

/** Reads the tools from the request, or from a prompt with the tag protocol. */
export function readOffer(request: ChatRequest): ToolOffer {
  const tools = (request.tools ?? []).map((tool) => tool.function);
  if (tools.length > 0) {
    if (request.tool_choice === 'none') return { mode: 'none', tools: [], required: false };
    const choice = NamedChoice.safeParse(request.tool_choice).data?.function.name;
    const chosen = tools.filter((tool) => tool.name === choice);
    if (chosen.length > 0) return { mode: 'native', tools: chosen, required: true };
    return { mode: 'native', tools, required: request.tool_choice === 'required' };
  }
  const prompt = promptOf(request);
  if (!prompt.includes('<tool name=')) return { mode: 'none', tools: [], required: false };
  const names = knownNames.filter((name) => new RegExp(`\\b${name}\\b`).test(prompt));
  return { mode: 'tags', tools: names.map((name) => ({ name })), required: false };
}

function promptOf({ messages }: ChatRequest): string {
  const system = messages.filter((message) => message.role === 'system' || message.role === 'developer');
  const firstUser = messages.find((message) => message.role === 'user');
  return [...system, ...(firstUser ? [firstUser] : [])].map((message) => message.content).join('\n');
}
