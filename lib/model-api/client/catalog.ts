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
