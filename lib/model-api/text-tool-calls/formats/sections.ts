import type { Dialect } from '../dialect.ts';

/** Dialects that differ only in the tokens around JSON, pythonic lists or XML. Slugs: docs/quirks.md. */
export const sections: readonly Dialect[] = [
  { name: 'llama3', open: ['<|python_tag|>'], close: ['<|eom_id|>', '<|eot_id|>'] }, // quirk: format-llama-json
  { name: 'llama4', open: ['<|python_start|>'], close: ['<|python_end|>'] }, // quirk: format-pythonic
  { name: 'lfm2', open: ['<|tool_call_start|>'], close: ['<|tool_call_end|>'], drop: ['<|im_end|>'] }, // quirk: format-lfm
  // Two formats share this tag (quirks: format-olmo, format-invoke).
  { name: 'function-calls', open: ['<function_calls>'], close: ['</function_calls>'] },
  { name: 'tool-calls', open: ['<tool_calls>'], close: ['</tool_calls>'] }, // quirks: format-hunyuan, format-jamba
  {
    name: 'seed',
    open: ['<seed:tool_call>'],
    close: ['</seed:tool_call>'],
    think: [['<seed:think>', '</seed:think>']],
  }, // quirk: format-seed
  { name: 'minimax', open: ['<minimax:tool_call>'], close: ['</minimax:tool_call>'] }, // quirk: format-minimax-m2
  { name: 'granite', open: ['<|tool_call|>', '<function_call>'], close: ['<|/tool_call|>', '</function_call>'] }, // quirks: format-functools, format-granite
  {
    name: 'internlm',
    open: ['<|action_start|>'],
    close: ['<|action_end|>'],
    separate: ['<|plugin|>', '<|interpreter|>'],
  }, // quirk: format-internlm
  { name: 'atem', open: ['<atem:function_calls>'], close: ['</atem:function_calls>'] }, // quirk: format-invoke
  { name: 'dots', open: ['<dots_function_call>'], close: ['</dots_function_call>'] }, // quirk: format-invoke
  { name: 'nemotron', open: ['<TOOLCALL>'], close: ['</TOOLCALL>'] }, // quirk: format-nemotron
  { name: 'longcat', open: ['<longcat_tool_call>'], close: ['</longcat_tool_call>'] }, // quirk: format-wrapped-json
  {
    name: 'gigachat', // quirk: format-wrapped-json
    open: ['<|function_call|>', 'function call<|role_sep|>'],
    drop: ['<|message_sep|>', '<|role_sep|>'],
  },
  { name: 'apertus', open: ['<|tools_prefix|>'], close: ['<|tools_suffix|>'] }, // quirk: format-wrapped-json
  { name: 'inkling', open: ['<|content_invoke_tool_json|>'], close: ['<|end_message|>'] }, // quirk: format-wrapped-json
  { name: 'lm-studio', open: ['[TOOL_REQUEST]'], close: ['[END_TOOL_REQUEST]'] }, // quirk: format-lm-studio
];
