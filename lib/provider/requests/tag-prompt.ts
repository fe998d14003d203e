import type { ToolDefinition } from '../../protocol/tool.ts';
import { toolJsonSchema } from '../values/parse-tool-input.ts';

/**
 * Tells a model without native tools how to call ours. Compact, for it costs tokens on every turn (provider-quirks 111):
 * what several tools share is described once.
 */
export function tagPrompt(tools: readonly ToolDefinition[]): string {
  if (tools.length === 0) return '';
  return [
    'You can call tools. To call one, write on a line of its own:',
    '<tool name="NAME">{"argument": "value"}</tool>',
    'with the arguments as JSON ({} for none), then stop and wait: the result comes in the next message as <tool_result>.',
    'You may write several calls, one a line. Never write <tool_result> yourself. When you know enough, answer without tags.',
    'Tools:',
    ...toolLines(tools),
  ].join('\n');
}

function toolLines(tools: readonly ToolDefinition[]): string[] {
  const described = new Set<string>();
  return tools.map(
    (tool) => `- ${tool.name}(${signature(tool, described)}): ${tool.description.replaceAll('\n', ' ')}`,
  );
}

/** `query: string (words to find), cursor?: string`. Adds to `described` what it has described. */
function signature(tool: ToolDefinition, described: Set<string>): string {
  const schema = toolJsonSchema(tool);
  const properties = Object.entries((schema.properties ?? {}) as Record<string, PropertySchema>);
  const required = new Set((schema.required ?? []) as string[]);
  return properties
    .map(([name, property]) => {
      const type = property.enum
        ? property.enum.map((value) => JSON.stringify(value)).join('|')
        : (property.type ?? 'any');
      const key = `${name}: ${property.description}`;
      const about = property.description && !described.has(key) ? ` (${property.description})` : '';
      described.add(key);
      return `${name}${required.has(name) ? '' : '?'}: ${type}${about}`;
    })
    .join(', ');
}

type PropertySchema = { type?: string; enum?: unknown[]; description?: string };
