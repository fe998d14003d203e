import type { ToolSituation } from '../contracts/index.ts';

/** In tokens. */
const smallWindow = 16_000;

/**
 * Whether every offered tool is expensive for the model. Tags in the prompt take about 60 tokens per tool, which small windows do
 * not have, so only tools for most questions are offered, and others once the page makes them useful.
 */
export function isSmall({ toolMode, contextWindow }: ToolSituation): boolean {
  return toolMode === 'tags' || (contextWindow !== null && contextWindow < smallWindow);
}
