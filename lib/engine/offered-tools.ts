import type { ToolMode } from '../protocol/model.ts';
import { openRun, type ThreadState, toolCallsOf } from '../protocol/thread.ts';
import type { Tool, ToolSituation } from '../protocol/tool.ts';
import type { ToolCall } from '../protocol/tool-call.ts';

type Asked = { toolMode: ToolMode; contextWindow: number | null; vision: boolean | null };

/** The tools that are worth their place in the next prompt, with the parameters that are of use in it. */
export function offeredTools(tools: readonly Tool[], state: ThreadState, asked: Asked): Tool[] {
  const { toolMode, contextWindow, vision } = asked;
  const steps = state.messages.flatMap((message) => (message.role === 'assistant' ? message.steps : []));
  const calls = steps.flatMap(toolCallsOf);
  const used = new Set(calls.map((call) => call.toolName));
  const canReadOn = new Set(calls.flatMap(readsOn));
  const pageUrl = openRun(state)?.page?.url ?? null;
  const situation: ToolSituation = { toolMode, contextWindow, vision, pageUrl, used, canReadOn };
  return tools
    .filter((tool) => tool.isOffered?.(situation) ?? true)
    .map((tool) => withHidden(tool, tool.hiddenParameters?.(situation) ?? []));
}

/** The tool that reads on where the result of this call ends; what a section or search leaves is read by `read_page`. */
function readsOn(call: ToolCall): string[] {
  if (call.state !== 'output-available' || call.output.details?.more !== true) return [];
  return call.toolName === 'read_section' ? ['read_page'] : [call.toolName];
}

/** The same object for the same names, since schemas are computed once for each tool. */
function withHidden(tool: Tool, hidden: readonly string[]): Tool {
  if (hidden.length === 0) return tool;
  const known = variants.get(tool) ?? new Map<string, Tool>();
  variants.set(tool, known);
  const key = hidden.join(' ');
  const variant = known.get(key) ?? { ...tool, hidden };
  known.set(key, variant);
  return variant;
}

const variants = new WeakMap<Tool, Map<string, Tool>>();
