import { type JsonObject, MAX_CALL_ID, type ModelRequest, type ToolDefinition } from '../../contracts/index.ts';
import { memoize } from '../../control-flow/index.ts';
import { inputSchema, listRequiredNames, propertySchema } from './coerce-input.ts';
import { foldName } from './fold-name.ts';

/**
 * The offered tool to which a name refers, or null if none or several match. An exact match wins, else the only match
 * when case, `-`, `_` and camelCase are ignored. If necessary, removes what models and servers add to the name: channel
 * tokens, namespaces, the prefix of a server, quotes, brackets, or the name again (`functions.readPage:0`,
 * `read_page<|channel|>commentary`, `mcp__pages__read_page`, `read_page()`, `call_read_page_0`; quirks:
 * name-with-channel, tool-name-variants, ids-verbatim). Last comes the only tool with a choice of this name.
 */
export function findTool(tools: readonly ToolDefinition[], name: string): ToolDefinition | null {
  const exact = tools.find((tool) => tool.name === name);
  if (exact) return exact;
  const whole = withoutPunctuation((name.normalize('NFKC').split('<|')[0] ?? '').replace(/:\d+$/, ''));
  const bare = whole.replace(/^.*[.:/]/, '');
  const candidates = [
    bare,
    whole,
    withoutServer(whole),
    collapseRepeatedName(whole),
    withoutKind(whole),
    withoutKind(whole.replace(/_\d+$/, '')),
    whole.replace(/[.:/]/g, '_'),
  ];
  const exactMatch = tools.find((tool) => candidates.includes(tool.name));
  if (exactMatch) return exactMatch;
  for (const candidate of candidates) {
    const tool = onlyTool(tools, candidate);
    if (tool !== null) return tool;
  }
  return onlyMention(tools, name) ?? findByChoice(tools, name)?.tool ?? null;
}

/** Longer than any name with all its additions. Characters. */
const MAX_DECORATED_NAME = 200;

/**
 * The only tool whose name occurs in a text, regardless of the text around it: `<tool>read_page`, `function=read_page`,
 * `<|read_page|>`.
 */
function onlyMention(tools: readonly ToolDefinition[], text: string): ToolDefinition | null {
  if (text.length > MAX_DECORATED_NAME) return null;
  const words = text.replace(/\p{Cf}/gu, '').match(/[\p{L}\p{N}_-]+/gu) ?? [];
  const mentions = new Set(words.map(foldName));
  const mentioned = tools.filter((tool) => mentions.has(foldName(tool.name)));
  return mentioned.length === 1 ? (mentioned[0] ?? null) : null;
}

/** `"read_page"`, `<read_page>`, `read_page()`, `read_page:` */
function withoutPunctuation(name: string): string {
  return name.replace(/^[\s"'`“<([]+|(?<![\s"'`”>)\](:;,.])[\s"'`”>)\](:;,.]+$/g, '');
}

/** MCP clients name a tool `mcp__server__tool` or `mcp_server_tool`, and models add that prefix to other tools. */
function withoutServer(name: string): string {
  return name.replace(/^.*__(?=[^_])|^mcp_[^_]+_/, '');
}

/** `read_pageread_page`: some servers append the name again with each fragment. */
function collapseRepeatedName(name: string): string {
  return name.length > MAX_DECORATED_NAME ? name : name.replace(/^(.+?)\1+$/, '$1');
}

/** `tool_read_page`, `functions-read_page`, `mcp_read_page`, `read_page_tool` */
function withoutKind(name: string): string {
  return name.replace(/^(?:functions?|tools?|call|api|mcp)[-_]|[-_ ](?:tool|function)$/gi, '');
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

/**
 * A choice of a tool: a text that its schema lists for a required argument. Small models confuse a tool with what it
 * works on, and write a choice in place of the tool's name, or arguments without any name (quirk: named-by-choice).
 */
type ToolChoice = { tool: ToolDefinition; key: string };

/** How functions are named: words joined by `_`, `-` or `.`. Other choices, such as `red`, are ordinary words of answers. */
const FUNCTION_NAME = /^[\p{L}\p{N}]+(?:[_.-][\p{L}\p{N}]+)+$/u;

/** The names of the required arguments that have choices. Asked for each object in a reply. */
export const listChoiceArguments = memoize((tools: readonly ToolDefinition[]) =>
  tools.flatMap((tool) =>
    listRequiredNames(inputSchema(tool)).filter((name) => choicesFor(tool, name).some(isFunctionName)),
  ),
);

/** The only tool that has this choice, for one of its arguments. `key`: only for the argument of this name. */
export function findByChoice(tools: readonly ToolDefinition[], choice: string, key?: string): ToolChoice | null {
  if (!isFunctionName(choice)) return null;
  const choices = tools.flatMap((tool) =>
    listRequiredNames(inputSchema(tool))
      .filter((name) => (key === undefined || name === key) && choicesFor(tool, name).includes(choice))
      .map((name) => ({ tool, key: name })),
  );
  return choices.length === 1 ? (choices[0] ?? null) : null;
}

/** The arguments of a call that named a choice in place of the tool, together with that choice. */
export function withChoice(tool: ToolDefinition, value: JsonObject, calledName: string): JsonObject {
  const choice = calledName === tool.name ? null : findByChoice([tool], calledName);
  return choice === null || Object.hasOwn(value, choice.key) ? value : { [choice.key]: calledName, ...value };
}

function choicesFor(tool: ToolDefinition, name: string): unknown[] {
  return propertySchema(inputSchema(tool), name)?.enum ?? [];
}

function isFunctionName(choice: unknown): boolean {
  return typeof choice === 'string' && FUNCTION_NAME.test(choice);
}

/** Generates unique tool-call ids, which also differ from those in the conversation. */
export class CallIds {
  readonly #used: Set<string>;

  constructor(usedIds: Iterable<string>) {
    this.#used = new Set(usedIds);
  }

  static for({ messages }: ModelRequest): CallIds {
    const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls : []));
    return new CallIds(calls.map(({ toolCallId }) => toolCallId));
  }

  /**
   * Returns `wish` if it is unused and not too long (quirk: id-with-signature), else nine letters and digits, as
   * Mistral requires (quirk: nine-character-ids).
   */
  next(wish: string | null): string {
    let id = wish !== null && wish.length <= MAX_CALL_ID ? wish : null;
    for (let n = this.#used.size; id === null || this.#used.has(id); n++) id = `call${String(n).padStart(5, '0')}`;
    this.#used.add(id);
    return id;
  }
}
