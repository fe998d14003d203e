import * as z from 'zod';
import { isJsonObject, type JsonObject } from './encoding.ts';

/**
 * What a page registered with `document.modelContext` (WebMCP), in its own words: untrusted, and never shown to a model
 * as it is. A call is only made while the page registers exactly this. `schema`: the JSON Schema of the arguments, as
 * text.
 */
export const ToolRegistration = z.object({
  name: z.string().regex(/^[\w.-]{1,128}$/),
  description: z.string().max(10_000),
  schema: z.string().max(20_000),
});
export type ToolRegistration = z.infer<typeof ToolRegistration>;

/** A tool of a page as models see it: its text is cleaned and limited in size, and untrusted nevertheless. */
export type PageTool = {
  /** Its registered name, with a number if another frame has a tool of that name. */
  name: string;
  description: string;
  inputSchema: JsonObject;
  registration: ToolRegistration;
};

/**
 * A tool in one of the documents of a tab. `documentId` identifies the document; `url`: the address of the site that
 * created it.
 */
export type TabTool = PageTool & { frameId: number; documentId: string; url: string };

/**
 * The tools of a page and of its readable frames. `omitted`: how many cannot be used. `title` and `url` identify the
 * page.
 */
export type PageTools = { title: string; url: string; tools: TabTool[]; omitted: number };

/**
 * A call of a page's tool with exactly the arguments that the user approved. `until`: the deadline, in milliseconds
 * since 1970.
 */
export type ApprovedToolCall = {
  proposal: { tabId: number; frameId: number; documentId: string; url: string; tool: ToolRegistration };
  arguments: JsonObject;
  until: number;
};

/**
 * The outcome of a call. `stopped`: the tool was not called, because its registration has `changed`, it is `gone`, the
 * document was `replaced`, or the approval had ended (`late`). `no-answer`: it was called, and what it did is unknown.
 */
export const PageToolOutcome = z.discriminatedUnion('type', [
  z.object({ type: z.literal('answered'), text: z.string(), isError: z.boolean() }),
  z.object({ type: z.literal('stopped'), reason: z.enum(['changed', 'gone', 'replaced', 'late']) }),
  z.object({ type: z.literal('no-answer') }),
]);
export type PageToolOutcome = z.infer<typeof PageToolOutcome>;

/**
 * A request to the function in the page's own world. The values in it are known to the page already, or approved for
 * it.
 */
export type PageWorldRequest =
  | { type: 'list' }
  | { type: 'call'; origin: string; registration: ToolRegistration; arguments: JsonObject };

/** What that function answers. The page can write anything instead, so it is parsed before it is used. */
export const PageWorldAnswer = z.discriminatedUnion('type', [
  // That function lists 200 tools at most.
  z.object({ type: z.literal('listed'), tools: z.array(z.unknown()).max(200), total: z.number() }),
  z.object({ type: z.literal('answered'), result: z.string(), isError: z.boolean() }),
  z.object({ type: z.literal('stopped'), reason: z.enum(['changed', 'gone']) }),
]);
export type PageWorldAnswer = z.infer<typeof PageWorldAnswer>;

/** The result of a tool as MCP defines it, as far as it is read. */
export const PageToolResult = z.object({
  content: z.array(z.custom<JsonObject>(isJsonObject)),
  isError: z.boolean().optional(),
});
