import * as z from 'zod';
import { PageContextMode } from './page-context.ts';
import { bodyError, headersError, type RequestExtrasError } from './request-extras.ts';

/** One model at one configured endpoint. */
export const ModelRef = z.object({ endpointId: z.string().min(1), modelId: z.string().min(1) });
export type ModelRef = z.infer<typeof ModelRef>;

export function isSameModel(a: ModelRef, b: ModelRef): boolean {
  return a.endpointId === b.endpointId && a.modelId === b.modelId;
}

/** How tools are offered to the model: in the request, as tags in the prompt, or not at all. */
export const ToolMode = z.enum(['native', 'tags', 'none']);
export type ToolMode = z.infer<typeof ToolMode>;

/**
 * Tokens reported by the server. Any of them may be missing. `cachedTokens` are input tokens read from a cache,
 * `cacheWriteTokens` those written to one.
 */
export const Usage = z.object({
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  cachedTokens: z.number().optional(),
  cacheWriteTokens: z.number().optional(),
});
export type Usage = z.infer<typeof Usage>;

/** Why a step ended, normalized. It never decides control flow, which depends on the accumulated calls. */
export const FinishReason = z.enum(['stop', 'tool-calls', 'length', 'content-filter', 'other']);
export type FinishReason = z.infer<typeof FinishReason>;

/** Reasoning effort. A server refuses values it does not support. */
export const ReasoningEffort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']);
export type ReasoningEffort = z.infer<typeof ReasoningEffort>;

/** Creates a schema from a validation function, whose error is stored under `extras` in the issue's `params`. */
function checked<Value>(findError: (value: unknown) => RequestExtrasError | null) {
  return z.custom<Value>().superRefine((value, context) => {
    const extras = findError(value);
    if (extras !== null) context.addIssue({ code: 'custom', message: extras.code, params: { extras } });
  });
}

/** Returns the error about headers or fields in an issue of `ModelSettings`. Null for every other issue. */
export function requestExtrasError(issue: z.core.$ZodIssue): RequestExtrasError | null {
  return issue.code === 'custom' ? ((issue.params?.extras as RequestExtrasError | undefined) ?? null) : null;
}

/**
 * The user's settings for a model, or for all models of an endpoint. For absent values, the default of the server or of
 * Sidenote applies.
 */
export const ModelSettings = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  /** The maximum length of an answer, in tokens. */
  maxOutputTokens: z.number().int().min(1).max(10_000_000).optional(),
  reasoningEffort: ReasoningEffort.optional(),
  /** Appended to Sidenote's system prompt. */
  systemPrompt: z.string().max(20_000).optional(),
  /** The maximum part of the model's window that is used, in tokens. */
  contextLimit: z.number().int().min(512).max(100_000_000).optional(),
  /** The maximum number of steps with tools before it has to answer. */
  maxSteps: z.number().int().min(1).max(100).optional(),
  /** False: no tools are offered. Capabilities determine whether they are native or tags. */
  tools: z.boolean().optional(),
  /** When the page is sent to this model; `page-first` by default. */
  pageContext: PageContextMode.optional(),
  /** Whether to check its answers against what was read. By default, the setting for all models applies. */
  checksFacts: z.boolean().optional(),
  /**
   * How to send PDFs that are attached or open in tabs. `file` sends the file itself, if the interface supports it.
   * `text`, the default, sends the text that Sidenote reads from it.
   */
  pdfs: z.enum(['text', 'file']).optional(),
  /** How long Ollama keeps the model in memory after an answer. 0 unloads it immediately, -1 never. */
  keepLoadedMinutes: z.number().int().min(-1).max(10_080).optional(),
  headers: checked<Record<string, string>>(headersError).optional(),
  body: checked<Record<string, unknown>>(bodyError).optional(),
});
export type ModelSettings = z.infer<typeof ModelSettings>;

/**
 * The settings of an endpoint, for all its models and for individual ones. A list, because a model's name can be any
 * text.
 */
export const EndpointSettings = z.strictObject({
  all: ModelSettings,
  models: z.array(z.strictObject({ modelId: z.string().min(1), settings: ModelSettings })),
});
export type EndpointSettings = z.infer<typeof EndpointSettings>;

/**
 * Returns the effective settings of one model. Its own settings take precedence over those of its endpoint. Headers and
 * body fields are merged.
 */
export function mergeModelSettings(settings: EndpointSettings | undefined, modelId: string | null): ModelSettings {
  if (settings === undefined) return {};
  const own = settings.models.find((each) => each.modelId === modelId)?.settings ?? {};
  return {
    ...settings.all,
    ...own,
    headers: { ...settings.all.headers, ...own.headers },
    body: { ...settings.all.body, ...own.body },
  };
}

/** Whether any model receives PDFs as files, so that their bytes are kept with a question. */
export function keepsPdfs(settings: EndpointSettings | undefined): boolean {
  if (settings === undefined) return false;
  return [settings.all, ...settings.models.map((each) => each.settings)].some(({ pdfs }) => pdfs === 'file');
}

/** What is known about a model when a run connects to it, from observation, the user or its server. */
export type ProfileFacts = {
  toolMode: ToolMode;
  /**
   * False if the user fixed the tool mode. A refusal of tools is then shown, and the request is not repeated without
   * them.
   */
  mayFallBack: boolean;
  /** The number of its steps with calls that began with the call, and of those that began with text. */
  toolTiming: { toolsFirst: number; textFirst: number };
  /**
   * Whether it works well with tools although the page is in the conversation: the user's choice, otherwise what was
   * observed. Null if unknown.
   */
  worksWithTools: boolean | null;
  /** In tokens, or null if unknown. */
  contextWindow: number | null;
  /** In tokens, or null if the server decides. */
  maxOutputTokens: number | null;
  /** Whether it accepts pictures; null if unknown. */
  vision: boolean | null;
  /** Whether PDFs are sent to it as files and not as text. */
  takesPdfs: boolean;
  /** Whether it is on this machine or in the local network. */
  isLocal: boolean;
  /** Whether its server is on this machine, so that nothing sent to it leaves the machine. */
  isOnThisMachine: boolean;
  /** The user's own system prompt for this model, or ''. */
  systemPrompt: string;
};

/** Describes a model. Everything that depends on the size or the abilities of a model uses its profile. */
export type ModelProfile = ProfileFacts & {
  /**
   * Whether every offered tool is expensive for it, because tags in the prompt take about 60 tokens per tool, or a
   * small window has no room.
   */
  isSmall: boolean;
  /** Whether it gets only the tools that a question needs. */
  isCautious: boolean;
};

/** A small window has fewer tokens than this. */
const SMALL_WINDOW = 16_000;

const UNKNOWN: Omit<ProfileFacts, 'toolMode' | 'mayFallBack'> = {
  toolTiming: { toolsFirst: 0, textFirst: 0 },
  worksWithTools: null,
  contextWindow: null,
  maxOutputTokens: null,
  vision: null,
  takesPdfs: false,
  isLocal: false,
  isOnThisMachine: false,
  systemPrompt: '',
};

/** Returns the profile of a model. Facts that are not given are unknown. */
export function createModelProfile(
  known: Pick<ProfileFacts, 'toolMode' | 'mayFallBack'> & Partial<ProfileFacts>,
): ModelProfile {
  const facts: ProfileFacts = { ...UNKNOWN, ...known };
  const { toolMode, contextWindow, isLocal, worksWithTools } = facts;
  const isSmall = toolMode === 'tags' || (contextWindow !== null && contextWindow < SMALL_WINDOW);
  return { ...facts, isSmall, isCautious: worksWithTools === null ? isLocal || isSmall : !worksWithTools };
}
