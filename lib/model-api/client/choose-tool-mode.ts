import type { Capability, ToolMode } from '../../contracts/index.ts';

/** `mayFallBack`: after a refusal of native tools, the same step may be repeated with tags. */
export type ToolChoice = { toolMode: ToolMode; mayFallBack: boolean };

/**
 * How tools are offered to a model: the user's choice, else the stored observation unless it has expired at `now`
 * (`applyObservation` decides which one is stored), else what is known of its family, else natively, since a refusal is answered
 * in the same step.
 */
export function chooseToolMode(capability: Capability | undefined, modelId: string, now: number): ToolChoice {
  const supportsTools = believed(capability, now) ?? !lacksToolSupport(modelId);
  return { toolMode: supportsTools ? 'native' : 'tags', mayFallBack: capability?.source !== 'user' };
}

function believed(capability: Capability | undefined, now: number): boolean | null {
  return capability && capability.expiresAt > now ? capability.supportsTools : null;
}

/**
 * Whether a model belongs to a family whose chat template does not support tools. Only a few unambiguous names are listed. A
 * server may add the support, which a response or a listing then shows. Sources: the model cards and, for models in Ollama's
 * library, its list of capabilities.
 */
export function lacksToolSupport(modelId: string): boolean {
  const name = modelId.toLowerCase().replace(/^.*\//, '');
  return FAMILIES.some((family) => family.test(name));
}

const FAMILIES: readonly RegExp[] = [
  /^gemma(?!-?[4-9])(-?[123])?n?([:@-]|$)(?!.*(tool|function))/,
  /^codegemma/,
  /^(llama-?2|llama2|codellama|vicuna|tinyllama|orca-mini|wizardlm|stablelm|starcoder|falcon-?[0-9]*b?)([:@-]|$)/,
  /^phi-?[23](\.5)?([:@-]|$)/,
  /^llava/,
  /^bakllava/,
  /^moondream/,
  /^o1-(mini|preview)/,
  /^sonar(-|$)/,
];
