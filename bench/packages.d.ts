// Types of the packages for comparison, as far as they are used, so that the project's checks pass before they are installed.

declare module 'ai' {
  export type AiTool = { description: string; inputSchema: unknown; execute?: (input: never) => Promise<unknown> };
  export type AiPart = { type: string; delta?: string };
  export function streamText(options: {
    model: unknown;
    prompt: string;
    tools?: Record<string, AiTool>;
    stopWhen?: unknown;
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
    fetch: typeof fetch;
  }): { chatModel(modelId: string): unknown };
}

declare module '@ai-sdk-tool/parser' {
  export type ParserPart = { type: string; id?: string; delta?: string; [key: string]: unknown };
  type Protocol = {
    createStreamParser(options: { tools: unknown[] }): TransformStream<ParserPart, ParserPart>;
  };
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
