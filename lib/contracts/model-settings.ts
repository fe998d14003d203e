import * as z from 'zod';
import { PageContextMode } from './page-context.ts';
import { bodyError, headersError, type RequestExtrasError } from './request-extras.ts';

/** How hard a model is to think; what a server does not know it refuses, and says so. */
export const ReasoningEffort = z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']);
export type ReasoningEffort = z.infer<typeof ReasoningEffort>;

/** A value that `errorOf` has nothing against; what it says is under `extras` of the issue's `params`. */
function checked<Value>(errorOf: (value: unknown) => RequestExtrasError | null) {
  return z.custom<Value>().superRefine((value, context) => {
    const extras = errorOf(value);
    if (extras !== null) context.addIssue({ code: 'custom', message: extras.code, params: { extras } });
  });
}

/** Why headers or fields were not taken, of one issue of `ModelSettings`; null for every other issue. */
export function requestExtrasError(issue: z.core.$ZodIssue): RequestExtrasError | null {
  return issue.code === 'custom' ? ((issue.params?.extras as RequestExtrasError | undefined) ?? null) : null;
}

/** What the user has set for a model, or for all of an endpoint. What is absent is left to the server, or to us. */
export const ModelSettings = z.strictObject({
  temperature: z.number().min(0).max(2).optional(),
  /** The longest answer, in tokens. */
  maxOutputTokens: z.number().int().min(1).max(10_000_000).optional(),
  reasoningEffort: ReasoningEffort.optional(),
  /** Said after our own system prompt. */
  systemPrompt: z.string().max(20_000).optional(),
  /** As much of the model's window is used at most, in tokens. */
  contextLimit: z.number().int().min(512).max(100_000_000).optional(),
  /** Steps with tools before it has to answer. */
  maxSteps: z.number().int().min(1).max(100).optional(),
  /** False: it is offered none. Whether natively or as tags is a matter of capabilities. */
  tools: z.boolean().optional(),
  /** When the page is put before this model; absent: `page-first`. */
  pageContext: PageContextMode.optional(),
  headers: checked<Record<string, string>>(headersError).optional(),
  body: checked<Record<string, unknown>>(bodyError).optional(),
});
export type ModelSettings = z.infer<typeof ModelSettings>;

/** The settings of an endpoint: for all its models, and for some. A list, since any text may be a model's name. */
export const EndpointSettings = z.strictObject({
  all: ModelSettings,
  models: z.array(z.strictObject({ modelId: z.string().min(1), settings: ModelSettings })),
});
export type EndpointSettings = z.infer<typeof EndpointSettings>;

/** What holds for one model: its own settings before those of its endpoint; headers and body fields one by one. */
export function settingsOf(settings: EndpointSettings | undefined, modelId: string | null): ModelSettings {
  if (settings === undefined) return {};
  const own = settings.models.find((each) => each.modelId === modelId)?.settings ?? {};
  return {
    ...settings.all,
    ...own,
    headers: { ...settings.all.headers, ...own.headers },
    body: { ...settings.all.body, ...own.body },
  };
}
