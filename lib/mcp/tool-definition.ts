import type { McpTool, McpToolDefinition } from '../contracts/index.ts';
import { cleanText } from '../page-reader/dom/index.ts';
import type { ListedTool } from './protocol.ts';
import { cleanSchema } from './tool-schema.ts';

/** What is kept of a description, in characters. */
const MAX_DESCRIPTION = 1_500;
const MAX_NAME = 64;

/** The tools of a list by name, cleaned; without those whose schema cannot be used. Of two with one name the first counts. */
export function listedDefinitions(listed: readonly ListedTool[]): Map<string, McpToolDefinition> {
  const definitions = new Map<string, McpToolDefinition>();
  for (const { name, description, inputSchema, annotations } of listed) {
    const schema = cleanSchema(inputSchema);
    if (schema === null || definitions.has(name)) continue;
    definitions.set(name, {
      description: cleanText(description).trim().slice(0, MAX_DESCRIPTION),
      inputSchema: schema,
      isReadOnly: annotations?.readOnlyHint === true,
    });
  }
  return definitions;
}

/** The tools of a server after it has listed them again: what was allowed stays as it was, what is new is off. */
export function mergeTools(known: readonly McpTool[], listed: ReadonlyMap<string, McpToolDefinition>): McpTool[] {
  const names = new Set(known.map(({ name }) => name));
  const kept = known
    .map((tool) => ({ ...tool, listed: listed.get(tool.name) ?? null }))
    // What is gone and was never allowed leaves nothing to show.
    .filter((tool) => tool.listed !== null || tool.allowed !== null);
  const added = [...listed].filter(([name]) => !names.has(name));
  return [...kept, ...added.map(([name, definition]) => ({ name, isOn: false, allowed: null, listed: definition }))];
}

/**
 * A name for a tool that every model API takes: letters, digits, `_` and `-`, 64 at most, beginning with a letter, and not to
 * be confused with one of `taken`.
 */
export function toolName(serverName: string, name: string, taken: Iterable<string>): string {
  const server = plainName(serverName).slice(0, 20).replace(/_+$/, '') || 'server';
  const whole = `${/^[a-z]/i.test(server) ? server : `mcp_${server}`}_${plainName(name) || 'tool'}`.slice(0, MAX_NAME);
  const keys = new Set([...taken].map(keyOf));
  if (!keys.has(keyOf(whole))) return whole;
  for (let number = 2; ; number++) {
    const numbered = `${whole.slice(0, MAX_NAME - 4)}_${number}`;
    if (!keys.has(keyOf(numbered))) return numbered;
  }
}

/** Models are understood however they spell a name, so that no two may differ in that alone. */
function keyOf(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

export function plainName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/_{2,}/g, '_')
    .replace(/^_+|_+$/g, '');
}
