import type { Dialect } from '../dialect.ts';

/** Kimi K2 and K2.5: `functions.name:0`, a token, JSON. quirk: format-kimi-k2. */
export const kimi: Dialect = {
  name: 'kimi',
  open: ['<|tool_calls_section_begin|>', '<|tool_call_section_begin|>', '<|tool_call_begin|>'],
  close: ['<|tool_call_end|>', '<|tool_calls_section_end|>', '<|tool_call_section_end|>'],
  separate: ['<|tool_call_argument_begin|>'],
};

/** Kimi K3: tags are written as `<|open|>…<|sep|>` and `<|close|>…<|sep|>`. quirk: format-kimi-k3. */
export const kimiK3: Dialect = {
  name: 'kimi-k3',
  open: ['<|open|>tools<|sep|>'],
  close: ['<|close|>tools<|sep|>', '<|close|>call<|sep|>'],
  drop: ['<|open|>response<|sep|>', '<|close|>response<|sep|>', '<|open|>message<|sep|>', '<|close|>message<|sep|>'],
  think: [['<|open|>think<|sep|>', '<|close|>think<|sep|>']],
};
