import type { MetricSample } from '../contracts/metric.ts';

/** What a tool's name may look like; a model can make up any text and call it a name. */
const TOOL_NAME = /^[\w.-]{1,64}$/;

/** The sample without words of a conversation: a tool name that is none becomes `unknown`. */
export function plainSample(sample: MetricSample): MetricSample {
  return 'toolName' in sample && !TOOL_NAME.test(sample.toolName) ? { ...sample, toolName: 'unknown' } : sample;
}
