import {
  encodeBase64,
  type McpCompletionRequest,
  type McpContent,
  type McpContentRequest,
  type McpOffers,
  type McpPrompt,
  type McpResource,
  type McpTemplate,
} from '../contracts/index.ts';
import { cleanText, oneLine } from '../page-reader/dom/index.ts';
import type { McpClient } from './mcp-client.ts';
import {
  asMcpError,
  CompletionResult,
  type ContentBlock,
  isRequestFailure,
  ListedPrompt,
  ListedResource,
  ListedTemplate,
  PromptResult,
  ReadResult,
  type ResourceContents,
} from './protocol.ts';
import { createBadReplyError } from './reply-messages.ts';
import { withoutSecrets } from './tool-output.ts';

/** Limits for a list, and for the server's texts in it. */
const MAX_PROMPTS = 100;
const MAX_RESOURCES = 200;
const MAX_TEMPLATES = 50;
/** Maximum number of suggested values. A server may send a hundred (MCP, "Completion"). */
const MAX_VALUES = 50;
const MAX_VALUE = 200;
const MAX_ARGUMENTS = 20;
const MAX_NAME = 100;
const MAX_DESCRIPTION = 300;
/** Maximum size of a prompt in characters, since the user reads it. */
const MAX_TEXT = 20_000;
/** Maximum number of files in one answer, the same as for a question. */
const MAX_FILES = 10;

/** The prompts and resources of a server. Lists that it does not declare are not requested. */
export async function listOffers(client: McpClient, signal: AbortSignal): Promise<McpOffers> {
  client.areOffersStale = false;
  const prompts = (await client.offers('prompts', signal))
    ? await client.listAll('prompts/list', 'prompts', ListedPrompt, signal)
    : [];
  const resources = (await client.offers('resources', signal))
    ? await client.listAll('resources/list', 'resources', ListedResource, signal)
    : [];
  const templates = (await client.offers('resources', signal)) ? await listTemplates(client, signal) : [];
  return {
    hasCompletions: await client.offers('completions', signal),
    templates: withoutRepeats(templates, ({ uriTemplate }) => uriTemplate)
      .slice(0, MAX_TEMPLATES)
      .map(toTemplate),
    prompts: withoutRepeats(prompts, ({ name }) => name)
      .slice(0, MAX_PROMPTS)
      .map(toPrompt),
    resources: withoutRepeats(resources, ({ uri }) => uri)
      .slice(0, MAX_RESOURCES)
      .map(toResource),
  };
}

/** The resource templates. Empty if the server refuses, since many have resources but no templates. */
async function listTemplates(client: McpClient, signal: AbortSignal): Promise<ListedTemplate[]> {
  try {
    return await client.listAll('resources/templates/list', 'resourceTemplates', ListedTemplate, signal);
  } catch (error) {
    if (signal.aborted || !isRequestFailure(error)) throw error;
    return [];
  }
}

/** Values that the server suggests for an argument, cleaned. Empty if it has none. */
export async function completeArgument(
  client: McpClient,
  { of, argument, entered }: McpCompletionRequest,
  signal: AbortSignal,
): Promise<string[]> {
  const ref =
    of.type === 'prompt' ? { type: 'ref/prompt', name: of.name } : { type: 'ref/resource', uri: of.uriTemplate };
  const result = await client.complete(
    'completion/complete',
    { ref, argument, context: { arguments: entered } },
    { signal },
  );
  const values = CompletionResult.safeParse(result).data?.completion.values ?? [];
  const clean = values.map((value) => oneLine(value, MAX_VALUE)).filter((value) => value !== '');
  return [...new Set(clean)].slice(0, MAX_VALUES);
}

/**
 * Gets the prompt or resource that the user chose. The arguments are sent to the server as the user entered them.
 * Rejects with McpError.
 */
export async function getContent(
  client: McpClient,
  { request, secrets, signal }: { request: McpContentRequest; secrets: readonly string[]; signal: AbortSignal },
): Promise<McpContent> {
  const { text, files, uri } = await fetchContent(client, request, signal).catch((error: unknown) => {
    throw signal.aborted ? error : asMcpError(error);
  });
  return {
    ...(uri === undefined ? {} : { uri }),
    text: cleanText(withoutSecrets(text, secrets)).trim().slice(0, MAX_TEXT),
    files: files.slice(0, MAX_FILES).map(({ name, ...file }) => ({
      name: oneLine(withoutSecrets(name, secrets), MAX_NAME),
      data: 'data' in file ? file.data : encodeBase64(new TextEncoder().encode(withoutSecrets(file.text, secrets))),
    })),
  };
}

type ServedFile = { name: string } & ({ text: string } | { data: string });

async function fetchContent(
  client: McpClient,
  request: McpContentRequest,
  signal: AbortSignal,
): Promise<{ text: string; files: ServedFile[]; uri?: string }> {
  if (request.type !== 'prompt') {
    const uri = request.type === 'resource' ? request.uri : expandTemplate(request.uriTemplate, request.arguments);
    const result = await client.complete('resources/read', { uri }, { signal });
    const resourceResult = ReadResult.safeParse(result);
    if (!resourceResult.success) throw createBadReplyError('no content of a resource');
    return { text: '', files: resourceResult.data.contents.flatMap(resourceFile), uri };
  }
  const { name, arguments: entered } = request;
  const promptResult = PromptResult.safeParse(
    await client.complete('prompts/get', { name, arguments: entered }, { signal }),
  );
  if (!promptResult.success) throw createBadReplyError('no messages of a prompt');
  const texts: string[] = [];
  const files: ServedFile[] = [];
  for (const { role, content } of promptResult.data.messages) {
    if (content === null) continue;
    if (content.type === 'text') texts.push(role === 'assistant' ? `Assistant: ${content.text}` : content.text);
    else files.push(...blockFiles(content));
  }
  return { text: texts.join('\n\n'), files };
}

function toPrompt({ name, title, description, arguments: all }: ListedPrompt): McpPrompt {
  return {
    name,
    title: oneLine(title || name, MAX_NAME),
    description: oneLine(description, MAX_DESCRIPTION),
    arguments: withoutRepeats(all, (each) => each.name)
      .slice(0, MAX_ARGUMENTS)
      .map((each) => ({
        name: each.name,
        title: oneLine(each.title || each.name, MAX_NAME),
        description: oneLine(each.description, MAX_DESCRIPTION),
        isRequired: each.required,
      })),
  };
}

function toResource({ uri, name, title, description }: ListedResource): McpResource {
  return { uri, name: oneLine(title || name || uri, MAX_NAME), description: oneLine(description, MAX_DESCRIPTION) };
}

function toTemplate({ uriTemplate, name, title, description }: ListedTemplate): McpTemplate {
  return {
    uriTemplate,
    name: oneLine(title || name || uriTemplate, MAX_NAME),
    description: oneLine(description, MAX_DESCRIPTION),
    variables: templateVariables(uriTemplate).slice(0, MAX_ARGUMENTS),
  };
}

function blockFiles(block: Exclude<ContentBlock, { type: 'text' }>): ServedFile[] {
  switch (block.type) {
    case 'resource':
      return resourceFile(block.resource);
    case 'image':
      return [{ name: `image.${block.mimeType.split('/')[1] ?? 'png'}`, data: block.data }];
    // Audio cannot be attached, and a link is not followed without the user's request.
    case 'audio':
    case 'resource_link':
      return [];
    default:
      return block satisfies never;
  }
}

function resourceFile({ uri, text, blob }: ResourceContents): ServedFile[] {
  if (text !== undefined) return [{ name: uri, text }];
  return blob === undefined ? [] : [{ name: uri, data: blob }];
}

function withoutRepeats<Item>(items: readonly Item[], getKey: (item: Item) => string): Item[] {
  const seenKeys = new Set<string>();
  return items.filter((item) => !seenKeys.has(getKey(item)) && seenKeys.add(getKey(item)));
}

/**
 * The operators of RFC 6570: the prefix of an expression, the separator of its values, whether they are named, and
 * whether reserved characters are kept.
 */
const OPERATORS: Record<string, { first: string; separator: string; isNamed?: true; keepsReserved?: true }> = {
  '': { first: '', separator: ',' },
  '+': { first: '', separator: ',', keepsReserved: true },
  '#': { first: '#', separator: ',', keepsReserved: true },
  '.': { first: '.', separator: '.' },
  '/': { first: '/', separator: '/' },
  ';': { first: ';', separator: ';', isNamed: true },
  '?': { first: '?', separator: '&', isNamed: true },
  '&': { first: '&', separator: '&', isNamed: true },
};

const EXPRESSION = /\{([+#./;?&]?)([\w.,%:*]+)\}/g;

/** The variables of a URI template (RFC 6570), each once, in order. */
export function templateVariables(template: string): string[] {
  const names = [...template.matchAll(EXPRESSION)].flatMap(([, , list = '']) => list.split(',').map(stripModifier));
  return [...new Set(names)].filter((name) => name !== '');
}

/** Expands a URI template (RFC 6570). Omits variables without a value. */
export function expandTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(EXPRESSION, (_whole, operator: string, list: string) => {
    const { first, separator, isNamed, keepsReserved } = OPERATORS[operator] ?? { first: '', separator: ',' };
    const parts = list.split(',').flatMap((variable) => {
      const name = stripModifier(variable);
      const length = Number(/:(\d{1,4})$/.exec(variable)?.[1] ?? Number.POSITIVE_INFINITY);
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined) return [];
      const text = encoded([...value].slice(0, length).join(''), keepsReserved === true);
      if (!isNamed) return [text];
      return [text === '' && operator === ';' ? name : `${name}=${text}`];
    });
    return parts.length === 0 ? '' : first + parts.join(separator);
  });
}

function stripModifier(variable: string): string {
  return variable.replace(/[:*].*$/s, '');
}

function encoded(text: string, keepsReserved: boolean): string {
  const escaped = encodeURIComponent(text).replace(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  if (!keepsReserved) return escaped;
  return escaped.replace(/%(?:3A|2F|3F|23|5B|5D|40|21|24|26|27|28|29|2A|2B|2C|3B|3D)/g, decodeURIComponent);
}
