import { MAX_CALL_ID, type ModelRequest, type ToolDefinition } from '../../contracts/index.ts';

/**
 * The offered tool that a name refers to: an exact match, or the only one that is equal without regard to case, `-`, `_` and
 * camelCase, also after removing channel tokens and namespaces that models prepend (`functions.read_page`,
 * `functions.readPage:0`, `read_page<|channel|>commentary`; quirks: name-with-channel, tool-name-variants, ids-verbatim). Null if
 * none or several match.
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

/** The common form of different spellings: `read_page`, `Read-Page`, `readPage`. */
export function foldName(name: string): string {
  return name.toLowerCase().replace(/[-_\s]+/g, '');
}

/** Generates tool-call ids that differ from each other and from those in the conversation. */
export class CallIds {
  private readonly used: Set<string>;

  constructor(used: Iterable<string>) {
    this.used = new Set(used);
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
    for (let n = this.used.size; id === null || this.used.has(id); n++) id = `call${String(n).padStart(5, '0')}`;
    this.used.add(id);
    return id;
  }
}
