import type { Dialect } from '../dialect.ts';

/** MiniMax M3: a namespace token before every tag, and elements named after the arguments. quirk: format-minimax-m3. */
export const minimaxM3: Dialect = {
  name: 'minimax-m3',
  open: [']<]minimax[>[<tool_call>'],
  close: [']<]minimax[>[</tool_call>', ']<]minimax[>[</invoke>'],
  separate: [']<]minimax[>['],
  think: [['<mm:think>', '</mm:think>']],
};
