import type { Dialect } from '../dialect.ts';

/** Dialects that differ only in the tokens around the same JSON, pythonic lists or XML. Rows of tool-call-formats.md. */
export const sections: readonly Dialect[] = [
  { name: 'llama3', open: ['<|python_tag|>'], close: ['<|eom_id|>', '<|eot_id|>'] }, // 4
  { name: 'llama4', open: ['<|python_start|>'], close: ['<|python_end|>'] }, // 5
  { name: 'lfm2', open: ['<|tool_call_start|>'], close: ['<|tool_call_end|>'], drop: ['<|im_end|>'] }, // 6
  // 7 (OLMo 3, pythonic) and 29 (Anthropic's, XML) share their tag.
  { name: 'function-calls', open: ['<function_calls>'], close: ['</function_calls>'] },
  { name: 'tool-calls', open: ['<tool_calls>'], close: ['</tool_calls>'] }, // 17, 18
  {
    name: 'seed',
    open: ['<seed:tool_call>'],
    close: ['</seed:tool_call>'],
    think: [['<seed:think>', '</seed:think>']],
  }, // 3
  { name: 'minimax', open: ['<minimax:tool_call>'], close: ['</minimax:tool_call>'] }, // 19
  { name: 'granite', open: ['<|tool_call|>', '<function_call>'], close: ['<|/tool_call|>', '</function_call>'] }, // 22, 23
  {
    name: 'internlm',
    open: ['<|action_start|>'],
    close: ['<|action_end|>'],
    separate: ['<|plugin|>', '<|interpreter|>'],
  }, // 27
  { name: 'atem', open: ['<atem:function_calls>'], close: ['</atem:function_calls>'] }, // 29
  { name: 'dots', open: ['<dots_function_call>'], close: ['</dots_function_call>'] }, // 29
  { name: 'nemotron', open: ['<TOOLCALL>'], close: ['</TOOLCALL>'] }, // 31
  { name: 'longcat', open: ['<longcat_tool_call>'], close: ['</longcat_tool_call>'] }, // 32
  {
    name: 'gigachat', // 32
    open: ['<|function_call|>', 'function call<|role_sep|>'],
    drop: ['<|message_sep|>', '<|role_sep|>'],
  },
  { name: 'apertus', open: ['<|tools_prefix|>'], close: ['<|tools_suffix|>'] }, // 32
  { name: 'inkling', open: ['<|content_invoke_tool_json|>'], close: ['<|end_message|>'] }, // 32
  { name: 'lm-studio', open: ['[TOOL_REQUEST]'], close: ['[END_TOOL_REQUEST]'] }, // 33
];
