import type { Dialect } from '../dialect.ts';
import { harmony } from './harmony.ts';

/**
 * `<tool_call>` around almost anything: JSON (Hermes, Qwen 2.5 and 3, Granite 4, Reka, ERNIE), `<function=…>`
 * (Qwen3-Coder), `name<arg_key>…` (GLM, Ling, Poolside, Hunyuan), lists. quirks: format-hermes, format-qwen-coder,
 * format-glm, format-glm-compact, format-hunyuan.
 */
const hermes: Dialect = {
  name: 'hermes',
  open: ['<tool_call>'],
  close: ['</tool_call>'],
  separate: ['<tool_sep>'],
};

/**
 * `[TOOL_CALLS][{…}]` up to v7, `[TOOL_CALLS]name[ARGS]{…}` since v11. quirks: format-mistral-list,
 * format-mistral-args.
 */
const mistral: Dialect = {
  name: 'mistral',
  open: ['[TOOL_CALLS]', '[TOOL_CALL]'],
  close: ['[/TOOL_CALLS]', '[/TOOL_CALL]'],
  separate: ['[ARGS]', '[CALL_ID]'],
  drop: ['</s>'],
  think: [['[THINK]', '[/THINK]']],
};

/**
 * DeepSeek V3, R1, V3.1 and Cogito; Step3 puts XML between the same tokens. quirks: format-deepseek-v3,
 * format-deepseek-v31, format-steptml.
 */
const deepseek: Dialect = {
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
const dsml: Dialect = {
  name: 'dsml',
  open: ['<|DSML|function_calls>', '<|DSML|tool_calls>'],
  close: ['</|DSML|function_calls>', '</|DSML|tool_calls>', '</|DSML|invoke>'],
};

/** Kimi K2 and K2.5: `functions.name:0`, a token, JSON. quirk: format-kimi-k2. */
const kimi: Dialect = {
  name: 'kimi',
  open: ['<|tool_calls_section_begin|>', '<|tool_call_section_begin|>', '<|tool_call_begin|>'],
  close: ['<|tool_call_end|>', '<|tool_calls_section_end|>', '<|tool_call_section_end|>'],
  separate: ['<|tool_call_argument_begin|>'],
};

/** Kimi K3: tags are written as `<|open|>…<|sep|>` and `<|close|>…<|sep|>`. quirk: format-kimi-k3. */
const kimiK3: Dialect = {
  name: 'kimi-k3',
  open: ['<|open|>tools<|sep|>'],
  close: ['<|close|>tools<|sep|>', '<|close|>call<|sep|>'],
  drop: [
    '<|open|>response<|sep|>',
    '<|close|>response<|sep|>',
    '<|open|>message<|sep|>',
    '<|close|>message<|sep|>',
    '<|sep|>',
  ],
  think: [['<|open|>think<|sep|>', '<|close|>think<|sep|>']],
};

/** MiniMax M3: a namespace token before every tag, and elements named after the arguments. quirk: format-minimax-m3. */
const minimaxM3: Dialect = {
  name: 'minimax-m3',
  open: [']<]minimax[>[<tool_call>'],
  close: [']<]minimax[>[</tool_call>', ']<]minimax[>[</invoke>'],
  separate: [']<]minimax[>['],
  think: [['<mm:think>', '</mm:think>']],
};

/** Gemma 4 and FunctionGemma: `call:name{…}` in its own notation. quirks: format-gemma4, format-function-gemma. */
const gemma: Dialect = {
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

/** Command R7B and A; Command R+ writes `Action:` and a fence instead (see `text-starts.ts`). quirk: format-cohere. */
const cohere: Dialect = {
  name: 'cohere',
  open: ['<|START_ACTION|>'],
  close: ['<|END_ACTION|>'],
  drop: [
    '<|START_TEXT|>',
    '<|END_TEXT|>',
    '<|START_RESPONSE|>',
    '<|END_RESPONSE|>',
    '<|CHATBOT_TOKEN|>',
    '<|END_OF_TURN_TOKEN|>',
    '<|START_OF_TURN_TOKEN|>',
  ],
  think: [['<|START_THINKING|>', '<|END_THINKING|>']],
};

/** Dialects that differ only in the tokens around JSON, pythonic lists or XML. Slugs: docs/quirks.md. */
const SECTIONS: readonly Dialect[] = [
  { name: 'llama3', open: ['<|python_tag|>'], close: ['<|eom_id|>', '<|eot_id|>'] }, // quirk: format-llama-json
  { name: 'llama4', open: ['<|python_start|>'], close: ['<|python_end|>'] }, // quirk: format-pythonic
  {
    name: 'lfm2', // quirk: format-lfm
    open: ['<|tool_call_start|>'],
    close: ['<|tool_call_end|>'],
    drop: ['<|im_end|>'],
    // MiniCPM uses the same tokens around calls.
    think: [['<|thought_start|>', '<|thought_end|>']],
  },
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
  {
    name: 'longcat', // quirk: format-wrapped-json
    open: ['<longcat_tool_call>'],
    close: ['</longcat_tool_call>'],
    think: [['<longcat_think>', '</longcat_think>']],
  },
  {
    name: 'gigachat', // quirk: format-wrapped-json
    open: ['<|function_call|>', 'function call<|role_sep|>'],
    drop: ['<|message_sep|>', '<|role_sep|>'],
  },
  {
    name: 'apertus', // quirk: format-wrapped-json
    open: ['<|tools_prefix|>'],
    close: ['<|tools_suffix|>'],
    think: [['<|inner_prefix|>', '<|inner_suffix|>']],
  },
  { name: 'inkling', open: ['<|content_invoke_tool_json|>'], close: ['<|end_message|>'] }, // quirk: format-wrapped-json
  {
    name: 'solar', // quirk: format-solar
    open: ['<|tool_calls|>', '<|tool_call:begin|>', '<|tool_call:start|>'],
    close: ['<|tool_call:end|>', '<|calls|>'],
    separate: ['<|tool_call:name|>', '<|tool_call:args|>'],
    think: [['<|think|>', '<|end|>', '<|/think|>']],
  },
  {
    name: 'plamo', // quirk: format-plamo
    open: [
      '<|plamo:begin_tool_requests:plamo|>',
      '<|plamo:begin_tool_request:plamo|>',
      '<|plamo:begin_tool_name:plamo|>',
    ],
    close: [
      '<|plamo:end_tool_arguments:plamo|>',
      '<|plamo:end_tool_request:plamo|>',
      '<|plamo:end_tool_requests:plamo|>',
    ],
    separate: ['<|plamo:end_tool_name:plamo|>', '<|plamo:begin_tool_arguments:plamo|>', '<|plamo:msg|>'],
    think: [['<|plamo:begin_think:plamo|>', '<|plamo:end_think:plamo|>']],
  },
  {
    name: 'pangu', // quirk: format-pangu
    open: ['[unused11]'],
    close: ['[unused12]'],
    think: [['[unused16]', '[unused17]']],
  },
  { name: 'lm-studio', open: ['[TOOL_REQUEST]'], close: ['[END_TOOL_REQUEST]'] }, // quirk: format-lm-studio
];

/** Tags around reasoning in the content that several model families use. */
const thinking: Dialect = {
  name: 'thinking',
  think: [
    ['<think>', '</think>'],
    ['<THINK>', '</THINK>'],
    ['<Think>', '</Think>'],
    ['<thinking>', '</thinking>'],
    ['<thought>', '</thought>'],
    ['<Thought>', '</Thought>'],
    ['<reasoning>', '</reasoning>'],
    ['<reason>', '</reason>'],
    ['◁think▷', '◁/think▷'],
    ['<|thinking|>', '<|/thinking|>'],
    // Distillations of QwQ such as Sky-T1 and OpenThinker (quirk: thought-tokens).
    ['<|begin_of_thought|>', '<|end_of_thought|>'],
    ['Here are my reasoning steps:', '[BEGIN FINAL RESPONSE]'],
  ],
  // Granite, ERNIE and Hunyuan write these tags around an answer that follows reasoning.
  frame: [
    ['<response>', '</response>'],
    ['<answer>', '</answer>'],
  ],
  // GLM-V encloses the essence of its answer in box markers (quirk: format-box).
  drop: ['[END FINAL RESPONSE]', '<|begin_of_box|>', '<|end_of_box|>', '<|begin_of_solution|>', '<|end_of_solution|>'],
};

/** All dialects. To add one, add a table of markers above and a line here. */
export const DIALECTS: readonly Dialect[] = [
  hermes,
  mistral,
  deepseek,
  dsml,
  kimi,
  kimiK3,
  minimaxM3,
  gemma,
  harmony,
  cohere,
  ...SECTIONS,
  thinking,
];
