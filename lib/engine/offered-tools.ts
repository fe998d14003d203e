import type { ToolMode } from '../protocol/model.ts';
import { openRun, type ThreadState, toolCallsOf } from '../protocol/thread.ts';
import type { Tool, ToolSituation } from '../protocol/tool.ts';

type Asked = { toolMode: ToolMode; contextWindow: number | null; vision: boolean | null };

/** The tools that are worth their place in the next prompt. */
export function offeredTools(tools: readonly Tool[], state: ThreadState, asked: Asked): Tool[] {
  const { toolMode, contextWindow, vision } = asked;
  const steps = state.messages.flatMap((message) => (message.role === 'assistant' ? message.steps : []));
  const used = new Set(steps.flatMap(toolCallsOf).map((call) => call.toolName));
  const pageUrl = openRun(state)?.page?.url ?? null;
  const situation: ToolSituation = { toolMode, contextWindow, vision, pageUrl, used };
  return tools.filter((tool) => tool.isOffered?.(situation) ?? true);
}
