import * as z from 'zod';

/**
 * Something that the user allows for the rest of a chat, so that calls that it covers do not need individual approval.
 * `origin` is scheme, host and port. `tool` is the name of a tool as listed by its MCP server.
 */
export const ChatRule = z.discriminatedUnion('type', [
  /** Searches with the engine at this origin. */
  z.strictObject({ type: z.literal('searches'), origin: z.string().max(300) }),
  /** Opening pages of this origin on the web. */
  z.strictObject({ type: z.literal('pages'), origin: z.string().max(300) }),
  /** Calls of one tool of a server, as long as they are read-only. */
  z.strictObject({ type: z.literal('tool'), server: z.string().max(2_000), tool: z.string().max(300) }),
]);
export type ChatRule = z.infer<typeof ChatRule>;

/** A text that is equal for equal rules. */
export function chatRuleKey(rule: ChatRule): string {
  return rule.type === 'tool' ? `tool ${rule.tool} ${rule.server}` : `${rule.type} ${rule.origin}`;
}

export function hasRule(rules: readonly ChatRule[], rule: ChatRule): boolean {
  return rules.some((each) => chatRuleKey(each) === chatRuleKey(rule));
}
