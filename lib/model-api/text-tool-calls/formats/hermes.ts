import type { Dialect } from '../dialect.ts';

/**
 * `<tool_call>` around almost anything: JSON (Hermes, Qwen 2.5 and 3, Granite 4, Reka, ERNIE), `<function=…>` (Qwen3-Coder),
 * `name<arg_key>…` (GLM, Ling, Poolside, Hunyuan), lists. quirks: format-hermes, format-qwen-coder, format-glm, format-glm-compact, format-hunyuan.
 */
export const hermes: Dialect = {
  name: 'hermes',
  open: ['<tool_call>'],
  close: ['</tool_call>'],
  separate: ['<tool_sep>'],
};
