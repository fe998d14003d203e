import type { ToolDefinition } from '../../protocol/tool.ts';

/**
 * The offered tool a model means: exact, or after cutting channel tokens and namespaces models prepend
 * (`functions.read_page`, `functions.read_page:0`, `read_page<|channel|>commentary`; provider-quirks 77, 80, 87) and ignoring case and `-`/`_`.
 */
export function findTool(tools: readonly ToolDefinition[], name: string): ToolDefinition | null {
  const exact = tools.find((tool) => tool.name === name);
  if (exact) return exact;
  const cut = (name.split('<|')[0] ?? '').replace(/:\d+$/, '').replace(/^.*[.:/]/, '');
  return tools.find((tool) => plain(tool.name) === plain(cut)) ?? null;
}

/** Could a name that is still arriving become the name of an offered tool? */
export function mayBecomeTool(tools: readonly ToolDefinition[], start: string): boolean {
  return tools.some((tool) => tool.name.length > start.length && tool.name.startsWith(start));
}

function plain(name: string): string {
  return name.trim().toLowerCase().replaceAll('-', '_');
}
