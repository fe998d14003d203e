import type { ModelEvent } from '../../../contracts/model-client.ts';
import type { ToolDefinition } from '../../../contracts/tool.ts';
import { DialectLexer } from '../../text-tool-calls/lexer.ts';
import type { CallIds } from '../../tool-input/call-ids.ts';

/**
 * The calls in what a model wrote and its server could not read (Groq's `failed_generation`, quirk: error-event), as
 * events without an end; none where there is no call in it.
 */
export function recoverCalls(
  text: string,
  tools: readonly ToolDefinition[],
  ids: CallIds,
  isQuoted?: (text: string) => boolean,
): ModelEvent[] {
  const lexer = new DialectLexer(tools, ids, { isLenient: false, ...(isQuoted ? { isQuoted } : {}) });
  const events = [...lexer.push(text), ...lexer.end({ cut: false })];
  return lexer.callCount > 0 ? events : [];
}
