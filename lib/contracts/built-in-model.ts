/**
 * The part of the Prompt API that is used here (`LanguageModel` in Chrome from 138 and in Edge, in extension pages and the
 * worker; quirk: prompt-api-versions). Names that older versions had are optional.
 */
export interface LanguageModelFactory {
  availability(options: LanguageModelOptions): Promise<string>;
  /** Must be called in a page, right after a click, if the model has to be downloaded. */
  create(options: LanguageModelOptions & LanguageModelStart): Promise<LanguageModelSession>;
}

export interface LanguageModelSession {
  promptStreaming(input: string, options: { signal: AbortSignal }): ReadableStream<string>;
  readonly contextWindow?: number;
  readonly contextUsage?: number;
  readonly inputQuota?: number;
  readonly inputUsage?: number;
  destroy(): void;
}

export type LanguageModelPrompt = { role: 'system' | 'user' | 'assistant'; content: string };

type LanguageModelStart = {
  initialPrompts?: LanguageModelPrompt[];
  signal?: AbortSignal;
  monitor?: (monitor: EventTarget) => void;
};

type LanguageModelOptions = {
  expectedInputs: { type: 'text'; languages: string[] }[];
  expectedOutputs: { type: 'text'; languages: string[] }[];
};

/** The model requires a language at creation; users may still write in another. */
export const PROMPT_LANGUAGES: LanguageModelOptions = {
  expectedInputs: [{ type: 'text', languages: ['en'] }],
  expectedOutputs: [{ type: 'text', languages: ['en'] }],
};

/** `absent`: this browser has no such API; `unavailable`: this machine cannot run the model. */
export type BuiltInState = 'absent' | 'unavailable' | 'downloadable' | 'downloading' | 'available';

/** Maps the browser's availability to our states. */
export async function builtInState(model: LanguageModelFactory | null): Promise<BuiltInState> {
  if (model === null) return 'absent';
  const said = await model.availability(PROMPT_LANGUAGES);
  return said === 'available' || said === 'downloadable' || said === 'downloading' ? said : 'unavailable';
}
