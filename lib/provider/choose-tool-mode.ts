import type { Capability } from '../protocol/capability.ts';
import type { ToolMode } from '../protocol/model.ts';

/**
 * How tools are offered to a model: what the person fixed, else what was learned and is not stale at `now`, else
 * natively, in the hope that a refusal says so (the engine then falls back in the same step).
 */
export function chooseToolMode(
  capability: Capability | undefined,
  now: number,
): { toolMode: ToolMode; mayFallBack: boolean } {
  if (capability === undefined || capability.supportsTools === null || capability.expiresAt <= now)
    return { toolMode: 'native', mayFallBack: true };
  return { toolMode: capability.supportsTools ? 'native' : 'tags', mayFallBack: capability.source !== 'user' };
}
