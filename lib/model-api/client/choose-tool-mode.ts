import type { Capability, ToolMode } from '../../contracts/index.ts';

/** `mayFallBack`: a refusal of native tools may be answered with tags in the same step. */
export type ToolChoice = { toolMode: ToolMode; mayFallBack: boolean };

/**
 * How tools are offered to a model: what the user fixed, else what was learned and is not stale at `now` (which of several
 * beliefs is kept is `applyObservation`'s to say), else what is known of its family, else natively, in the hope that a
 * refusal says so (the engine then falls back in the same step).
 */
export function chooseToolMode(capability: Capability | undefined, modelId: string, now: number): ToolChoice {
  const supportsTools = believed(capability, now) ?? !lacksToolSupport(modelId);
  return { toolMode: supportsTools ? 'native' : 'tags', mayFallBack: capability?.source !== 'user' };
}

function believed(capability: Capability | undefined, now: number): boolean | null {
  return capability && capability.expiresAt > now ? capability.supportsTools : null;
}

/**
 * Whether a model belongs to a family whose chat template has no tools, wherever it runs. Known only of few, and only of
 * names that leave no doubt; a server may add what the template lacks, and then a reply or a listing says so. Sources: the
 * model cards and, where the model is in Ollama's library, its list of capabilities.
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
