import { Validator } from '@cfworker/json-schema';
import * as z from 'zod';
import type { McpTool, McpToolDefinition } from '../contracts/index.ts';
import { cleanText } from '../page-reader/dom/index.ts';
import { cleanSchema } from '../security/index.ts';
import type { ListedTool } from './protocol.ts';

/** Maximum length of a description, in characters. The rest is dropped. */
const MAX_DESCRIPTION = 1_500;
const MAX_NAME = 64;

/**
 * The listed tools by name, cleaned, without those whose schema cannot be used. If two have the same name, the first
 * one is used.
 */
export function listedDefinitions(listedTools: readonly ListedTool[]): Map<string, McpToolDefinition> {
  const definitions = new Map<string, McpToolDefinition>();
  for (const { name, description, inputSchema, annotations } of listedTools) {
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

/** The tools of a server after it has listed them again. Allowed definitions stay unchanged, and new tools are off. */
export function mergeTools(
  storedTools: readonly McpTool[],
  newDefinitions: ReadonlyMap<string, McpToolDefinition>,
): McpTool[] {
  const names = new Set(storedTools.map(({ name }) => name));
  const remainingTools = storedTools
    .map((tool) => ({ ...tool, listed: newDefinitions.get(tool.name) ?? null }))
    // A tool that is gone and was never allowed need not be shown.
    .filter((tool) => tool.listed !== null || tool.allowed !== null);
  const newTools = [...newDefinitions].filter(([name]) => !names.has(name));
  return [
    ...remainingTools,
    ...newTools.map(([name, definition]) => ({ name, isOn: false, allowed: null, listed: definition })),
  ];
}

/**
 * The tools of a server after the user has switched those with these names. Switching one on allows its definition as
 * listed now.
 */
export function switchTools(storedTools: readonly McpTool[], names: readonly string[], isOn: boolean): McpTool[] {
  return storedTools.map((tool) => {
    if (!names.includes(tool.name)) return tool;
    return isOn ? { ...tool, isOn, allowed: tool.listed ?? tool.allowed } : { ...tool, isOn };
  });
}

/**
 * A name for a tool that every model API accepts: letters, digits, `_` and `-`, at most 64 characters, beginning with a
 * letter, and not easily confused with any of `takenNames`.
 */
export function toolName(serverName: string, name: string, takenNames: Iterable<string>): string {
  const server = plainName(serverName).slice(0, 20).replace(/_+$/, '') || 'server';
  const whole = `${/^[a-z]/i.test(server) ? server : `mcp_${server}`}_${plainName(name) || 'tool'}`.slice(0, MAX_NAME);
  const keys = new Set([...takenNames].map(toNameKey));
  if (!keys.has(toNameKey(whole))) return whole;
  for (let number = 2; ; number++) {
    const numbered = `${whole.slice(0, MAX_NAME - 4)}_${number}`;
    if (!keys.has(toNameKey(numbered))) return numbered;
  }
}

/** `findTool` ignores case, `-` and `_`, so names must also differ without them. */
function toNameKey(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, '');
}

export function plainName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/_{2,}/g, '_')
    .replace(/^_+|_+$/g, '');
}

/**
 * Longer arguments are left to the server, which checks them as well: a pattern of its schema may take the square of
 * their length. Characters.
 */
const MAX_CHECKED = 20_000;
/** Maximum number of errors reported to the model. */
const MAX_ERRORS = 5;

/** Checks arguments against a schema without generating code, which extensions may not do. */
export function schemaValidator(schema: Record<string, unknown>): z.ZodType<Record<string, unknown>> {
  let validator: Validator | null = null;
  return z.record(z.string(), z.unknown()).superRefine((value, context) => {
    if (JSON.stringify(value).length > MAX_CHECKED) return;
    validator ??= new Validator(schema, '2020-12', false);
    for (const message of listValidationErrors(validator, value)) context.addIssue({ code: 'custom', message });
  });
}

function listValidationErrors(validator: Validator, value: unknown): string[] {
  try {
    const { valid, errors } = validator.validate(value);
    if (valid) return [];
    // Errors of a whole value repeat those of its parts.
    const places = errors.map(({ instanceLocation }) => instanceLocation);
    const inner = errors.filter(
      ({ instanceLocation }) => !places.some((place) => place.startsWith(`${instanceLocation}/`)),
    );
    const messages = inner.map(
      ({ instanceLocation, error }) => `${instanceLocation.replace(/^#\/?/, '') || 'arguments'}: ${error}`,
    );
    return [...new Set(messages)].slice(0, MAX_ERRORS);
  } catch {
    // The schema has a dangling reference or an invalid pattern, so the check is left to the server.
    return [];
  }
}
