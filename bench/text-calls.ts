// What reads calls written as text, for bench/tags.ts: the only place that names it.

import { DialectLexer } from '../lib/model-api/text-tool-calls/lexer.ts';
import { CallIds } from '../lib/model-api/tool-input/call-identity.ts';

export const createTextReader = (tools: ConstructorParameters<typeof DialectLexer>[0]) =>
  new DialectLexer(tools, new CallIds([]));

/** A call as that reader reads it, and the marker the floor looks for. */
export const OPENING = '<tool name="write">';
export const CLOSING = '</tool>';
export const callText = (argumentsText: string) => `${OPENING}${argumentsText}${CLOSING}`;
