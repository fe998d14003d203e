import type { ToolDefinition } from '../../contracts/index.ts';

/**
 * The offered tool a model means: exact, or the only one that fits where case, `-`, `_` and camelCase do not count, also
 * after cutting channel tokens and namespaces models prepend (`functions.read_page`, `functions.readPage:0`,
 * `read_page<|channel|>commentary`; quirks: name-with-channel, tool-name-variants, ids-verbatim). Null where none fits, or several do.
 */
export function findTool(tools: readonly ToolDefinition[], name: string): ToolDefinition | null {
  const exact = tools.find((tool) => tool.name === name);
  if (exact) return exact;
  const whole = (name.split('<|')[0] ?? '').replace(/:\d+$/, '');
  const bare = whole.replace(/^.*[.:/]/, '');
  return tools.find((tool) => tool.name === bare) ?? onlyTool(tools, whole) ?? onlyTool(tools, bare);
}

function onlyTool(tools: readonly ToolDefinition[], name: string): ToolDefinition | null {
  const folded = foldName(name);
  const fitting = folded === '' ? [] : tools.filter((tool) => foldName(tool.name) === folded);
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** Whether a name that is still arriving can become the name of an offered tool. */
export function mayBecomeTool(tools: readonly ToolDefinition[], start: string): boolean {
  const folded = foldName(start);
  return tools.some((tool) => {
    const whole = foldName(tool.name);
    return whole.length > folded.length && whole.startsWith(folded);
  });
}

/** What two spellings of a name share: `read_page`, `Read-Page`, `readPage`. */
export function foldName(name: string): string {
  return name.toLowerCase().replace(/[-_\s]+/g, '');
}
