import type { Dialect } from '../dialect.ts';

/** Gemma 4 and FunctionGemma: `call:name{…}` in a notation of its own. quirks: format-gemma4, format-function-gemma. */
export const gemma: Dialect = {
  name: 'gemma',
  open: ['<|tool_call>', '<start_function_call>'],
  close: ['<tool_call|>', '<end_function_call>'],
  drop: ['<|tool_response>', '<tool_response|>', '<end_of_turn>', '<start_of_turn>model', '<turn|>', '<|turn>model'],
  // Gemma sometimes omits the channel's name.
  think: [
    ['<|channel>thought', '<channel|>'],
    ['<|channel>', '<channel|>'],
  ],
};
