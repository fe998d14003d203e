import type { Capability } from '../lib/protocol/capability.ts';

/** How a model gets its tools, and why we believe it, in a sentence. `neverTakesTools`: nothing but its family is known. */
export function toolsSentence(capability: Capability | undefined, neverTakesTools: boolean): string {
  if (capability === undefined || capability.supportsTools === null) {
    if (neverTakesTools) return 'Uses tags in the prompt: models of this family have no tools of their own.';
    const tested = capability?.source === 'probe' ? `A test call left it open: the model ${capability.evidence}. ` : '';
    return `${tested}Native calls are tried first; a server that refuses them gets tags in the same answer.`;
  }
  const mode = capability.supportsTools ? 'native tool calls' : 'tags in the prompt';
  const day = new Date(capability.checkedAt).toLocaleDateString();
  switch (capability.source) {
    case 'user':
      return `Always ${mode}, because you chose so.`;
    case 'reply':
      return `Uses ${mode}: the model ${capability.evidence} (${day}).`;
    case 'error':
      return `Uses ${mode}: the server said “${capability.evidence}” (${day}).`;
    case 'probe':
      return `Uses ${mode}: a test showed it, “${capability.evidence}” (${day}).`;
    case 'listing':
      return `Uses ${mode}: the server’s model list says so (${day}).`;
    case 'catalog':
      return `Uses ${mode}: known of this model.`;
    default:
      return capability.source satisfies never;
  }
}
