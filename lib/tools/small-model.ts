import type { ToolSituation } from '../contracts/index.ts';

/** In tokens. */
const smallWindow = 16_000;

/**
 * Whether every offered tool is expensive for the model. Tags in the prompt take about 60 tokens a tool, and small windows
 * have none to give: then only the tools that most questions need are offered, and others once the page makes them useful.
 */
export function isSmall({ toolMode, contextWindow }: ToolSituation): boolean {
  return toolMode === 'tags' || (contextWindow !== null && contextWindow < smallWindow);
}
