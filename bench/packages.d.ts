// Types of the packages for comparison, as far as they are used, so that the project's checks pass before they are
// installed.

declare module 'ai' {
  export type AiTool = { description: string; inputSchema: unknown; execute?: (input: never) => Promise<unknown> };
  export function jsonSchema(schema: unknown): unknown;
  export function wrapLanguageModel(options: { model: unknown; middleware: unknown }): unknown;
  export type AiPart = { type: string; delta?: string };
  export function streamText(options: {
    model: unknown;
    prompt: string;
    tools?: Record<string, AiTool>;
    stopWhen?: unknown;
    maxRetries?: number;
    onError?: (event: { error: unknown }) => void;
  }): { fullStream: AsyncIterable<AiPart> };
  export function isStepCount(count: number): unknown;
  export function parsePartialJson(text: string): Promise<{ value: unknown }>;
}

declare module '@ai-sdk/openai-compatible' {
  export function createOpenAICompatible(options: {
    name: string;
    baseURL: string;
    apiKey: string;
    fetch?: typeof fetch;
  }): { chatModel(modelId: string): unknown };
}

declare module '@ai-sdk-tool/parser' {
  export type ParserPart = { type: string; id?: string; delta?: string; [key: string]: unknown };
  type Protocol = {
    createStreamParser(options: { tools: unknown[] }): TransformStream<ParserPart, ParserPart>;
  };
  export const hermesToolMiddleware: unknown;
  export function hermesProtocol(): Protocol;
  export function qwen3CoderProtocol(): Protocol;
}

declare module 'partial-json' {
  export function parse(text: string): unknown;
}

declare module '@mozilla/readability' {
  export class Readability {
    constructor(document: Document);
    parse(): { content?: string | null } | null;
  }
}

declare module 'defuddle' {
  export default class Defuddle {
    constructor(document: Document, options: { url: string });
    parse(): { content: string };
  }
}

declare module '@openai/agents' {
  export class Agent {
    constructor(options: { name: string; model: unknown; tools: unknown[] });
  }
  export class OpenAIChatCompletionsModel {
    constructor(client: unknown, model: string);
  }
  export function tool(options: {
    name: string;
    description: string;
    parameters: unknown;
    strict: boolean;
    execute: (input: unknown) => Promise<string>;
  }): unknown;
  export function run(
    agent: Agent,
    question: string,
    options: { stream: true; maxTurns: number },
  ): Promise<AsyncIterable<unknown> & { completed: Promise<void> }>;
  export function setTracingDisabled(isDisabled: boolean): void;
}

declare module '@earendil-works/pi-ai' {
  export function normalizeContext(context: unknown): unknown;
  export function validateToolCall(tools: unknown[], call: unknown): unknown;
}

declare module '@earendil-works/pi-ai/api/openai-completions' {
  type Block = { type: string; name?: string };
  export function stream(
    model: unknown,
    context: unknown,
    options: { apiKey: string },
  ): { result(): Promise<{ stopReason: string; content: Block[] }> };
}

declare module 'markdown-it' {
  export default class MarkdownIt {
    constructor(options: { html: boolean; linkify: boolean });
    use(plugin: unknown): this;
    render(markdown: string): string;
  }
}

declare module 'markdown-it-footnote' {
  const plugin: unknown;
  export default plugin;
}

declare module 'micromark' {
  export function micromark(markdown: string, options: { extensions: unknown[]; htmlExtensions: unknown[] }): string;
}

declare module 'micromark-extension-gfm' {
  export function gfm(): unknown;
  export function gfmHtml(): unknown;
}

declare module '@page-agent/page-controller' {
  type Result = Promise<{ success: boolean; message: string }>;
  export class PageController {
    constructor(config: { viewportExpansion: number });
    /** Private in its own types. */
    readonly selectorMap: ReadonlyMap<number, { ref: HTMLElement }>;
    updateTree(): Promise<string>;
    cleanUpHighlights(): Promise<void>;
    clickElement(index: number): Result;
    inputText(index: number, text: string): Result;
    selectOption(index: number, optionText: string): Result;
  }
}
