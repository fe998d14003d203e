// What reads calls written as text, for bench/tags.ts: the only place that names it.
import { CallIds } from '../lib/provider/call-ids.ts';
import { TagScanner } from '../lib/provider/tag-scanner.ts';

export const createTextReader = (tools: ConstructorParameters<typeof TagScanner>[0]) =>
  new TagScanner(tools, new CallIds([]));

/** A call as that reader reads it, and the marker the floor looks for. */
export const OPENING = '<tool name="write">';
export const CLOSING = '</tool>';
export const callText = (argumentsText: string) => `${OPENING}${argumentsText}${CLOSING}`;
