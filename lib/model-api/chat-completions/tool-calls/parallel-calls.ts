import * as z from 'zod';
import type { ToolDefinition } from '../../../contracts/index.ts';
import { type InputError, parseToolInput } from '../../tool-input/parse-tool-input.ts';

/** OpenAI models were trained with a tool that wraps parallel calls, and sometimes call it although it was not offered. */
const WRAPPER: ToolDefinition = {
  name: 'multi_tool_use.parallel',
  description: '',
  inputSchema: z.object({
    tool_uses: z.array(z.object({ recipient_name: z.string(), parameters: z.unknown().optional() })),
  }),
};

/** Whether this is the name of the tool that wraps parallel calls (quirk: tool-name-variants). */
export function isParallelWrapper(name: string): boolean {
  return /^(functions\.)?multi_tool_use[._]parallel$/i.test(name);
}

export type InnerCall = { name: string; argumentsText: string };

/** The wrapped calls in order, or an error if the arguments do not have the wrapper's form. */
export function unpackParallel(
  argumentsText: string,
  options: { mayRepair: boolean; maxLength: number },
): { ok: true; calls: InnerCall[]; repaired: boolean } | InputError {
  const parsed = parseToolInput(WRAPPER, argumentsText, options);
  if (!parsed.ok) return parsed;
  const { tool_uses: uses } = parsed.input as {
    tool_uses: { recipient_name: string; parameters?: unknown }[];
  };
  const calls = uses.map((use) => ({
    name: use.recipient_name,
    argumentsText: use.parameters === undefined ? '' : JSON.stringify(use.parameters),
  }));
  return { ok: true, calls, repaired: parsed.repaired };
}
