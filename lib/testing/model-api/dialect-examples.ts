import * as z from 'zod';
import type { ToolDefinition } from '../../contracts/tool.ts';

/** The tools the examples call. */
export const EXAMPLE_TOOLS: readonly ToolDefinition[] = [
  { name: 'read_page', description: '', inputSchema: z.strictObject({ cursor: z.string().optional() }) },
  {
    name: 'find_in_page',
    description: '',
    inputSchema: z.strictObject({ query: z.string(), limit: z.number().optional(), exact: z.boolean().optional() }),
  },
];

/** One call, `find_in_page` with the query `high tide` and the limit 3, as each dialect writes it. Also the seeds of the fuzz. */
export const EXAMPLES: readonly [dialect: string, text: string, format: string][] = [
  ['our tag', '<tool name="find_in_page">{"query": "high tide", "limit": 3}</tool>', 'tag'],
  ['our tag, colon', '<tool: find_in_page>{"query": "high tide", "limit": 3}</tool>', 'tag'],
  [
    'Hermes',
    '<tool_call>\n{"name": "find_in_page", "arguments": {"query": "high tide", "limit": 3}}\n</tool_call>',
    'hermes',
  ],
  [
    'Hermes, arguments first',
    '<tool_call>{"arguments": {"query": "high tide", "limit": 3}, "name": "find_in_page"}</tool_call>',
    'hermes',
  ],
  [
    'Hermes, stringified',
    '<tool_call>{"name": "find_in_page", "arguments": "{\\"query\\": \\"high tide\\", \\"limit\\": 3}"}</tool_call>',
    'hermes',
  ],
  [
    'Qwen3-Coder',
    '<tool_call>\n<function=find_in_page>\n<parameter=query>\nhigh tide\n</parameter>\n<parameter=limit>\n3\n</parameter>\n</function>\n</tool_call>',
    'function-tag',
  ],
  [
    'Qwen3-Coder without its wrapper',
    '<function=find_in_page>\n<parameter=query>\nhigh tide\n</parameter>\n<parameter=limit>\n3\n</parameter>\n</function>',
    'function-tag',
  ],
  [
    'Seed-OSS',
    '<seed:tool_call>\n<function=find_in_page>\n<parameter=query>high tide</parameter>\n<parameter=limit>3</parameter>\n</function>\n</seed:tool_call>',
    'function-tag',
  ],
  ['Llama 3', '{"name": "find_in_page", "parameters": {"query": "high tide", "limit": 3}}', 'json'],
  [
    'Llama 3, tagged',
    '<|python_tag|>{"name": "find_in_page", "parameters": {"query": "high tide", "limit": 3}}<|eom_id|>',
    'llama3',
  ],
  ['pythonic', "[find_in_page(query='high tide', limit=3)]", 'pythonic'],
  ['Llama 4', '<|python_start|>[find_in_page(query="high tide", limit=3)]<|python_end|>', 'pythonic'],
  ['LFM2', '<|tool_call_start|>[find_in_page(query="high tide", limit=3)]<|tool_call_end|>', 'pythonic'],
  ['OLMo 3', '<function_calls>find_in_page(query="high tide", limit=3)</function_calls>', 'pythonic'],
  ['Mistral v3', '[TOOL_CALLS][{"name": "find_in_page", "arguments": {"query": "high tide", "limit": 3}}]', 'mistral'],
  ['Mistral v11', '[TOOL_CALLS]find_in_page[CALL_ID]a1b2c3d4e[ARGS]{"query": "high tide", "limit": 3}', 'mistral'],
  ['Mistral v13', '[TOOL_CALLS]find_in_page[ARGS]{"query": "high tide", "limit": 3}', 'mistral'],
  [
    'DeepSeek V3',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>find_in_page\n```json\n{"query": "high tide", "limit": 3}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    'deepseek',
  ],
  [
    'DeepSeek V3.1',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>find_in_page<｜tool▁sep｜>{"query": "high tide", "limit": 3}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    'deepseek',
  ],
  [
    'DeepSeek with other pipes',
    '<|tool_calls_begin|><|tool_call_begin|>find_in_page<|tool_sep|>{"query": "high tide", "limit": 3}<|tool_call_end|><|tool_calls_end|>',
    'deepseek',
  ],
  [
    'DSML',
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="find_in_page">\n<｜DSML｜parameter name="query" string="true">high tide</｜DSML｜parameter>\n<｜DSML｜parameter name="limit" string="false">3</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    'invoke-tag',
  ],
  [
    'Kimi K2',
    '<|tool_calls_section_begin|><|tool_call_begin|>functions.find_in_page:0<|tool_call_argument_begin|>{"query": "high tide", "limit": 3}<|tool_call_end|><|tool_calls_section_end|>',
    'deepseek',
  ],
  [
    'Kimi K3',
    '<|open|>tools<|sep|><|open|>call tool="find_in_page" index="1"<|sep|><|open|>argument key="query" type="string"<|sep|>high tide<|close|>argument<|sep|><|open|>argument key="limit" type="number"<|sep|>3<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
    'kimi-k3',
  ],
  [
    'GLM 4.5',
    '<tool_call>find_in_page\n<arg_key>query</arg_key>\n<arg_value>high tide</arg_value>\n<arg_key>limit</arg_key>\n<arg_value>3</arg_value>\n</tool_call>',
    'hermes',
  ],
  [
    'GLM 4.7, Ling, Poolside',
    '<tool_call>find_in_page<arg_key>query</arg_key><arg_value>high tide</arg_value><arg_key>limit</arg_key><arg_value>3</arg_value></tool_call>',
    'hermes',
  ],
  [
    'Hunyuan A13B, Jamba, Apriel',
    '<tool_calls>[{"name": "find_in_page", "arguments": {"query": "high tide", "limit": 3}}]</tool_calls>',
    'tool-calls',
  ],
  [
    'Hunyuan 3',
    '<tool_calls><tool_call>find_in_page<tool_sep><arg_key>query</arg_key><arg_value>high tide</arg_value><arg_key>limit</arg_key><arg_value>3</arg_value></tool_call></tool_calls>',
    'hermes',
  ],
  [
    'MiniMax M2',
    '<minimax:tool_call>\n<invoke name="find_in_page">\n<parameter name="query">high tide</parameter>\n<parameter name="limit">3</parameter>\n</invoke>\n</minimax:tool_call>',
    'invoke-tag',
  ],
  [
    'MiniMax M3',
    ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="find_in_page">]<]minimax[>[<query>high tide]<]minimax[>[</query>]<]minimax[>[<limit>3]<]minimax[>[</limit>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>',
    'invoke-tag',
  ],
  [
    'harmony',
    '<|channel|>commentary to=functions.find_in_page <|constrain|>json<|message|>{"query": "high tide", "limit": 3}<|call|>',
    'harmony',
  ],
  [
    'harmony, recipient first',
    '<|start|>assistant to=functions.find_in_page<|channel|>commentary<|message|>{"query": "high tide", "limit": 3}<|call|>',
    'harmony',
  ],
  [
    'harmony without its tokens',
    'commentary to=functions.find_in_page json{"query": "high tide", "limit": 3}',
    'harmony',
  ],
  [
    'Phi-4, FireFunction',
    'functools[{"name": "find_in_page", "arguments": {"query": "high tide", "limit": 3}}]',
    'functools',
  ],
  [
    'LLM-jp 4.1',
    '<|start|> assistant to=functions.find_in_page<|channel|> commentary json<|message|> {"query": "high tide", "limit": 3}',
    'harmony',
  ],
  [
    'Solar Open',
    '<|tool_calls|><|tool_call:begin|>a1b2c3d4e5<|tool_call:name|>find_in_page<|tool_call:args|>{"query": "high tide", "limit": 3}<|tool_call:end|>',
    'solar',
  ],
  [
    'Solar Open 2',
    '<|tool_call:start|>find_in_page<|tool_arg:start|>query<|tool_arg:value|>high tide<|tool_arg:end|><|tool_arg:start|>limit<|tool_arg:value|>3<|tool_arg:end|><|tool_call:end|>',
    'solar',
  ],
  [
    'PLaMo 3',
    '<|plamo:begin_tool_requests:plamo|><|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>find_in_page<|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|><|plamo:msg|>{"query": "high tide", "limit": 3}<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|><|plamo:end_tool_requests:plamo|>',
    'plamo',
  ],
  [
    'openPangu',
    '[unused11][{"name": "find_in_page", "arguments": {"query": "high tide", "limit": 3}}][unused12]',
    'pangu',
  ],
  ['Step-Audio 2', '<tool_call>function\nfind_in_page\n{"query": "high tide", "limit": 3}</tool_call>', 'hermes'],
  [
    'K2 Horizon',
    '<ifm|tool_calls>\n<ifm|tool_call>find_in_page\n<ifm|arg_key>query</ifm|arg_key>\n<ifm|arg_type>string</ifm|arg_type>\n<ifm|arg_value>high tide</ifm|arg_value>\n<ifm|arg_key>limit</ifm|arg_key>\n<ifm|arg_type>integer</ifm|arg_type>\n<ifm|arg_value>3</ifm|arg_value>\n</ifm|tool_call>\n</ifm|tool_calls>',
    'function-calls',
  ],
  [
    'iQuest Coder 2',
    '<iquestcoder_tool_call>find_in_page<arg_key>query</arg_key><arg_value>high tide</arg_value><arg_key>limit</arg_key><arg_value>3</arg_value></iquestcoder_tool_call>',
    'function-calls',
  ],
  ['GLM 5.3 Flash', '<tool_call>find_in_page>{"query": "high tide", "limit": 3}', 'hermes'],
  ['Granite 3', '<|tool_call|>[{"name": "find_in_page", "arguments": {"query": "high tide", "limit": 3}}]', 'granite'],
  [
    'Granite 20B',
    '<function_call> {"name": "find_in_page", "arguments": {"query": "high tide", "limit": 3}}',
    'granite',
  ],
  [
    'Command R7B',
    '<|START_ACTION|>[\n {"tool_call_id": "0", "tool_name": "find_in_page", "parameters": {"query": "high tide", "limit": 3}}\n]<|END_ACTION|>',
    'cohere',
  ],
  [
    'Command R+',
    'Action:\n```json\n[{"tool_name": "find_in_page", "parameters": {"query": "high tide", "limit": 3}}]\n```',
    'cohere',
  ],
  ['Functionary v3.1, Groq', '<function=find_in_page>{"query": "high tide", "limit": 3}</function>', 'function-tag'],
  ['Groq without the bracket', '<function=find_in_page{"query": "high tide", "limit": 3}</function>', 'function-tag'],
  ['Groq with parentheses', '<function=find_in_page>({"query": "high tide", "limit": 3})</function>', 'function-tag'],
  ['Functionary v3.2', '>>>find_in_page\n{"query": "high tide", "limit": 3}', 'functionary'],
  ['Functionary v3.2, first in the prompt', 'find_in_page\n{"query": "high tide", "limit": 3}', 'name-json'],
  ['xLAM', '[{"name": "find_in_page", "arguments": {"query": "high tide", "limit": 3}}]', 'json'],
  [
    'InternLM',
    '<|action_start|><|plugin|>{"name": "find_in_page", "parameters": {"query": "high tide", "limit": 3}}<|action_end|>',
    'internlm',
  ],
  ['Gemma 4', '<|tool_call>call:find_in_page{query:<|"|>high tide<|"|>,limit:3}<tool_call|>', 'gemma'],
  [
    'FunctionGemma',
    '<start_function_call>call:find_in_page{query:<escape>high tide<escape>,limit:3}<end_function_call>',
    'gemma',
  ],
  ['Gemma 3', '```tool_code\nfind_in_page(query="high tide", limit=3)\n```', 'pythonic'],
  ['Gemini', '```tool_code\nprint(default_api.find_in_page(query="high tide", limit=3))\n```', 'pythonic'],
  [
    'Anthropic',
    '<function_calls>\n<invoke name="find_in_page">\n<parameter name="query">high tide</parameter>\n<parameter name="limit">3</parameter>\n</invoke>\n</function_calls>',
    'invoke-tag',
  ],
  [
    'Anthropic, older',
    '<function_calls>\n<invoke>\n<tool_name>find_in_page</tool_name>\n<parameters>\n<query>high tide</query>\n<limit>3</limit>\n</parameters>\n</invoke>\n</function_calls>',
    'invoke-tag',
  ],
  [
    'any namespace',
    '<acme:function_calls><acme:invoke name="find_in_page"><acme:parameter name="query">high tide</acme:parameter><acme:parameter name="limit">3</acme:parameter></acme:invoke></acme:function_calls>',
    'invoke-tag',
  ],
  [
    'Muse',
    '<|start|>assistant to=find_in_page<|message|><atem:function_calls>\n<atem:invoke name="find_in_page">\n<atem:parameter name="query">high tide</atem:parameter>\n<atem:parameter name="limit">3</atem:parameter>\n</atem:invoke>\n</atem:function_calls><|eot|>',
    'invoke-tag',
  ],
  [
    'Dots',
    '<dots_function_call><invoke name="find_in_page"><parameter name="query">high tide</parameter><parameter name="limit">3</parameter></invoke></dots_function_call>',
    'invoke-tag',
  ],
  [
    'Step3',
    '<｜tool_calls_begin｜><｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="find_in_page"><steptml:parameter name="query">high tide</steptml:parameter><steptml:parameter name="limit">3</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    'invoke-tag',
  ],
  [
    'Nemotron',
    '<TOOLCALL>[{"name": "find_in_page", "arguments": {"query": "high tide", "limit": 3}}]</TOOLCALL>',
    'nemotron',
  ],
  [
    'LongCat',
    '<longcat_tool_call>{"name": "find_in_page", "arguments": {"query": "high tide", "limit": 3}}</longcat_tool_call>',
    'longcat',
  ],
  [
    'LongCat, thinking',
    '<longcat_tool_call>find_in_page\n<longcat_arg_key>query</longcat_arg_key>\n<longcat_arg_value>high tide</longcat_arg_value>\n<longcat_arg_key>limit</longcat_arg_key>\n<longcat_arg_value>3</longcat_arg_value>\n</longcat_tool_call>',
    'longcat',
  ],
  [
    'GigaChat',
    '<|function_call|>{"name": "find_in_page", "arguments": {"query": "high tide", "limit": 3}}',
    'gigachat',
  ],
  [
    'GigaChat 3',
    '<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "find_in_page", "arguments": {"query": "high tide", "limit": 3}}',
    'gigachat',
  ],
  ['Apertus', '<|tools_prefix|>[{"find_in_page": {"query": "high tide", "limit": 3}}]<|tools_suffix|>', 'apertus'],
  [
    'Inkling',
    '<|content_invoke_tool_json|>{"name":"find_in_page","args":{"query":"high tide","limit":3}}<|end_message|>',
    'inkling',
  ],
  [
    'MiniCPM',
    '<function name="find_in_page"><param name="query">high tide</param><param name="limit">3</param></function>',
    'function-tag',
  ],
  [
    'MiniCPM, detokenized badly',
    '<functionĠname="find_in_page"><paramname="query">high tide</param><paramname="limit">3</param></function>',
    'function-tag',
  ],
  [
    'LM Studio',
    '[TOOL_REQUEST]{"name": "find_in_page", "arguments": {"query": "high tide", "limit": 3}}[END_TOOL_REQUEST]',
    'lm-studio',
  ],
  ['Cline, Morph', '<find_in_page>\n<query>high tide</query>\n<limit>3</limit>\n</find_in_page>', 'tool-element'],
  ['YAML in XML', '<find_in_page>\nquery: high tide\nlimit: 3\n</find_in_page>', 'tool-element'],
  ['a name, then elements', 'find_in_page\n<query>high tide</query>\n<limit>3</limit>', 'tool-element'],
  [
    'Continue',
    '```tool\nTOOL_NAME: find_in_page\nBEGIN_ARG: query\nhigh tide\nEND_ARG\nBEGIN_ARG: limit\n3\nEND_ARG\n```',
    'continue',
  ],
  [
    'Continue without its fence',
    'TOOL_NAME: find_in_page\nBEGIN_ARG: query\nhigh tide\nEND_ARG\nBEGIN_ARG: limit\n3\nEND_ARG',
    'continue',
  ],
  [
    'ReAct',
    'Thought: I should look.\nAction: find_in_page\nAction Input: {"query": "high tide", "limit": 3}\nObservation: found',
    'react',
  ],
  [
    'LangChain JSON',
    'I look.\n```json\n{"action": "find_in_page", "action_input": {"query": "high tide", "limit": 3}}\n```',
    'json-fence',
  ],
  [
    'LangChain XML',
    '<tool>find_in_page</tool><tool_input>{"query": "high tide", "limit": 3}</tool_input>',
    'langchain-xml',
  ],
  [
    'a JSON fence',
    '```json\n{"name": "find_in_page", "arguments": {"query": "high tide", "limit": 3}}\n```',
    'json-fence',
  ],
  [
    'OpenAI-shaped',
    '{"tool_calls": [{"id": "1", "type": "function", "function": {"name": "find_in_page", "arguments": "{\\"query\\": \\"high tide\\", \\"limit\\": 3}"}}]}',
    'json',
  ],
  [
    'llama.cpp generic',
    '{"tool_call": {"name": "find_in_page", "arguments": {"query": "high tide", "limit": 3}}}',
    'json',
  ],
  ['tool and args', '{"tool": "find_in_page", "args": {"query": "high tide", "limit": 3}}', 'json'],
];
