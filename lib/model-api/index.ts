export { neutralizeMarkers } from './chat-completions/request/user-content.ts';
export { ContentReader, quotationFinder } from './chat-completions/stream/read-content.ts';
export { createConnections } from './client/connections.ts';
export { createModelClient, type ModelAccess, type ModelClientOptions } from './client/model-client.ts';
export {
  computeContextLimit,
  describeCapability,
  getContextWindow,
  lacksToolSupport,
  requestCapability,
} from './client/request-capability.ts';
export { requestTitle, titleRequest } from './client/request-title.ts';
export { readTranslations, requestText, translationRequest } from './client/request-translation.ts';
export { timeoutsFor } from './client/stream-response.ts';
export { type BaseUrl, parseBaseUrl, withoutVersion } from './endpoints/base-url.ts';
export { probeObservation, probeTools, shouldProbeTools } from './endpoints/capability-probe.ts';
export { checkEndpoint } from './endpoints/check-endpoint.ts';
export { findKeyProblem } from './endpoints/check-key.ts';
export { defaultAddresses, detectLocalServers } from './endpoints/detect-local.ts';
export { LIST_TIMEOUT_MS, ListingError, listModels } from './endpoints/list-models.ts';
export { listingObservations } from './endpoints/listing-facts.ts';
export { listingFailure } from './endpoints/listing-failure.ts';
export { downloadOllamaModel, removeOllamaModel } from './endpoints/ollama-models.ts';
export { readPastedCommand, readPastedKey } from './endpoints/pasted-key.ts';
export { codeOfRedirect, exchangeCodeForKey, signInSecrets, signInUrl } from './endpoints/sign-in.ts';
export { refusesOrigin } from './errors/model-error.ts';
export { saysToolsUnsupported } from './errors/parameter-refusal.ts';
export { createBuiltInClient } from './local/built-in-client.ts';
export { createGgufFetch } from './local/gguf-fetch.ts';
export type { PracticeWords } from './local/practice/conversation.ts';
export { createPracticeFetch } from './local/practice/practice-fetch.ts';
export type { Preset, SignIn } from './presets/preset-rows.ts';
export { LOCAL_PRESETS } from './presets/preset-rows.ts';
export {
  firstModel,
  hostedPreset,
  inferModelInterface,
  ownAddress,
  PRESETS,
  presetOfKey,
  takesPdfs,
} from './presets/presets.ts';
export { callTag, RESULT_STOPS, resultTag, tagPrompt } from './text-tool-calls/tag-prompt.ts';
export { CallIds, findTool } from './tool-input/call-identity.ts';
export { parseToolInput } from './tool-input/parse-tool-input.ts';
