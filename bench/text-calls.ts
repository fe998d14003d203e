// The reader of calls written as text, for bench/tags.ts. No other benchmark names it.

import { DialectLexer } from '../lib/model-api/text-tool-calls/lexer.ts';
import { CallIds } from '../lib/model-api/tool-input/call-identity.ts';

export const createTextReader = (tools: ConstructorParameters<typeof DialectLexer>[0]) =>
  new DialectLexer(tools, new CallIds([]));

/** A call in the reader's format, and the marker that the floor searches for. */
export const OPENING = '<tool name="write">';
export const CLOSING = '</tool>';
export const callText = (argumentsText: string) => `${OPENING}${argumentsText}${CLOSING}`;
