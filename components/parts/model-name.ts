import { BUILT_IN_ENDPOINT, type ModelRef, PRACTICE_ENDPOINT } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';

/**
 * Returns the display name of a model: the server's name for it, or Sidenote's name for models without a server.
 * llama.cpp and others use the path of the model's file as its name.
 */
export function modelName({ endpointId, modelId }: ModelRef): string {
  if (endpointId === PRACTICE_ENDPOINT.endpointId) return t('practiceModel');
  return endpointId === BUILT_IN_ENDPOINT.endpointId ? t('browserModel') : withoutPath(modelId);
}

/** `/models/qwen.gguf` and `C:\\models\\qwen.gguf` become `qwen`. `Qwen/Qwen3` stays unchanged. */
function withoutPath(modelId: string): string {
  const isPath = /^(?:\.{0,2}[\\/]|~\/|[a-z]:[\\/])/i.test(modelId) || /[\\/].*\.gguf$/i.test(modelId);
  const name = (isPath ? modelId.split(/[\\/]/).findLast((part) => part !== '') : modelId) ?? modelId;
  return name.replace(/(.)\.gguf$/i, '$1');
}
