import { describe, expect, test } from 'vitest';
import { errorText } from './error-text.ts';
import { saysToolsUnsupported } from './parameter-refusal.ts';

/** The replies in docs/quirks.md, "Refusals of tools", exactly as servers send them. */
describe('a response that refuses tools', () => {
  test.each([
    [
      'Ollama',
      400,
      '{"error":{"message":"registry.ollama.ai/library/gemma3:4b does not support tools","type":"api_error"}}',
    ],
    ['Ollama, native shape', 400, '{"error":"registry.ollama.ai/library/x does not support tools"}'],
    [
      'OpenRouter',
      404,
      '{"error":{"message":"No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs","code":404}}',
    ],
    [
      'vLLM',
      400,
      '{"error":{"message":"\\"auto\\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set","type":"BadRequestError","code":400}}',
    ],
    [
      'vLLM, older',
      400,
      '{"object":"error","message":"\\"auto\\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set","code":400}',
    ],
    ['llama.cpp', 500, '{"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}'],
    ['llama.cpp, older', 500, '{"error":{"message":"Unsupported param: tools"}}'],
    ['in Chinese', 400, '{"error":{"message":"该模型不支持工具调用"}}'],
    ['in Japanese', 400, '{"error":{"message":"このモデルはツール呼び出しに対応していません"}}'],
    ['in Korean', 400, '{"error":{"message":"이 모델은 도구 호출을 지원하지 않습니다"}}'],
    [
      'DeepSeek reasoner',
      400,
      '{"error":{"message":"deepseek-reasoner does not support Function Calling","type":"invalid_request_error"}}',
    ],
    [
      'Volcengine',
      400,
      '{"error":{"code":"InvalidParameter","message":"the requested model does not support function calling, please switch"}}',
    ],
    ['DeepInfra', 405, '{"detail":"Tool calling is not supported for model: NousResearch/Hermes-3-Llama-3.1-70B"}'],
    ['Gemini', 400, '[{"error":{"code":400,"message":"Function calling is not enabled for models/gemma-3"}}]'],
    [
      'OpenAI o1-mini',
      400,
      '{"error":{"message":"Unsupported parameter: \'tools\' is not supported with this model.","code":"unsupported_parameter","param":"tools"}}',
    ],
    [
      'Mistral',
      422,
      '{"detail":[{"type":"extra_forbidden","loc":["body","tools"],"msg":"Extra inputs are not permitted"}]}',
    ],
    ['one-api', 500, '{"error":{"message":"The tool call is not supported"}}'],
    ['GPT4All', 400, '{"error":{"message":"\'tools\' is not supported"}}'],
  ])('%s', (_server, status, body) => {
    expect(saysToolsUnsupported(status, errorText(body))).toBe(true);
  });
});

describe('any other response does not change the capability', () => {
  test.each([
    ['a bad key', 401, 'tools are not supported without a key'],
    ['no rights', 403, 'tools are not enabled for this key'],
    ['too many requests', 429, 'tool calls are not permitted at this rate'],
    ['a server problem', 503, 'the tool service does not respond'],
    [
      'a call that Groq could not parse',
      400,
      "Failed to call a function. Please adjust your prompt. See 'failed_generation' for more details.",
    ],
    ['an id of the wrong form', 400, 'Tool call id was call_x but must be a-z, A-Z, 0-9, with a length of 9.'],
    ['a missing result', 400, 'tool_use ids were found without tool_result blocks immediately after'],
    ['a missing signature', 400, 'Function call is missing a thought_signature in functionCall parts'],
    ['another parameter', 400, "Unsupported parameter: 'max_tokens' is not supported with this model."],
    ['a missing model', 404, 'The model `x` does not exist'],
    ['images', 400, 'Content blocks are expected to be either text or image_url type.'],
  ])('%s', (_what, status, text) => {
    expect(saysToolsUnsupported(status, text)).toBe(false);
  });
});

describe('tools are refused in another wording', () => {
  test.each<[status: number, text: string]>([
    [501, 'tools are not implemented'],
    [501, 'Function calling is unimplemented for this backend'],
    [400, 'AiError: Tools are not available for this model'],
    [400, 'This model cannot use tools'],
    [400, 'tool calling is not available on this deployment'],
    [400, 'Please start the server with --tool-call-parser to use tools'],
    [422, 'Tool calling is not allowed for model m'],
    [400, "This model isn't able to call tools: tool use is not yet supported"],
    [404, 'No endpoints found that support tool use'],
    [400, 'Unknown parameter: tools'],
    [400, 'unrecognized request argument supplied: tools'],
    [500, 'm lacks tool support'],
    [400, 'The model m has no tool-calling capability'],
    [400, "Model 'm' does not support function_call"],
    [400, 'functions are not supported on this endpoint'],
    [422, 'body.tools: Extra inputs are not permitted'],
    [400, '当前模型不支持 function calling'],
    [400, 'unexpected keyword argument: tools'],
    [400, 'invalid parameter: tools'],
    [400, 'The model m is not compatible with tools'],
  ])('%d: %s', (status, text) => {
    expect(saysToolsUnsupported(status, text)).toBe(true);
  });

  test.each([
    'tools[0].function.name: only letters are allowed',
    'Too many tools: at most 64 tools are supported',
    'Tool names must be unique',
    'tools.3.custom.description: string too long, not supported',
    "Function tools with reasoning_effort are not supported for m in /v1/chat/completions. Use /v1/responses or set reasoning_effort to 'none'.",
    'Parallel tool calls are not supported',
    'Images in tool results are not supported',
    "Tool 'find' is not available",
    'A tool message without tool_call_id is not allowed; tool messages do not match',
    'The tool result does not match any tool call',
    'The model does not exist',
  ])('but not: %s', (text) => {
    expect(saysToolsUnsupported(400, text)).toBe(false);
  });
});
