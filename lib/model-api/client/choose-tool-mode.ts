import type { Capability } from '../../contracts/capability.ts';
import type { ToolMode } from '../../contracts/model.ts';
import { lacksToolSupport } from './catalog.ts';

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
