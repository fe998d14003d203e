import type { Dialect } from '../dialect.ts';

/**
 * DeepSeek V3, R1, V3.1 and Cogito; Step3 puts XML between the same tokens. quirks: format-deepseek-v3, format-deepseek-v31, format-steptml.
 */
export const deepseek: Dialect = {
  name: 'deepseek',
  open: ['<|tool_calls_begin|>', '<|tool_call_begin|>'],
  close: ['<|tool_call_end|>', '<|tool_calls_end|>'],
  separate: ['<|tool_sep|>'],
  drop: [
    '<|end_of_sentence|>',
    '<|tool_outputs_begin|>',
    '<|tool_outputs_end|>',
    '<|tool_output_begin|>',
    '<|tool_output_end|>',
  ],
};

/** DeepSeek V3.2 and V4: XML whose tags all begin with `｜DSML｜`. quirk: format-dsml. */
export const dsml: Dialect = {
  name: 'dsml',
  open: ['<|DSML|function_calls>', '<|DSML|tool_calls>'],
  close: ['</|DSML|function_calls>', '</|DSML|tool_calls>', '</|DSML|invoke>'],
};
