import type { Dialect } from '../dialect.ts';

/**
 * `[TOOL_CALLS][{…}]` up to v7, `[TOOL_CALLS]name[ARGS]{…}` since v11. quirks: format-mistral-list, format-mistral-args.
 */
export const mistral: Dialect = {
  name: 'mistral',
  open: ['[TOOL_CALLS]', '[TOOL_CALL]'],
  separate: ['[ARGS]', '[CALL_ID]'],
  drop: ['</s>'],
  think: [['[THINK]', '[/THINK]']],
};
