import { describe, expect, test } from 'vitest';
import type { CapabilityObservation } from '../../contracts/capability.ts';
import { errorText } from './error-text.ts';
import { observeRefusal } from './observe-refusal.ts';
import { saysToolsUnsupported } from './parameter-refusal.ts';

const quirk = (observation: CapabilityObservation | null) =>
  observation?.type === 'request-quirk' ? observation.quirk : observation;
const message = (text: string) => JSON.stringify({ error: { message: text } });
const fastApi = (...loc: string[]) =>
  JSON.stringify({ detail: [{ type: 'extra_forbidden', loc, msg: 'Extra inputs are not permitted' }] });

/**
 * Error texts exactly as servers send them. The quirks are listed in docs/quirks.md, "What requests must look like".
 */
describe('a refusal shows what the next request must do differently', () => {
  test.each([
    [
      'eager-input',
      400,
      message('tools.0.custom.eager_input_streaming: Extra inputs are not permitted'),
      'no-eager-input',
    ],
    [
      'thinking-budget',
      400,
      message(
        "thinking: Input tag 'adaptive' found using 'type' does not match any of the expected tags: 'disabled', 'enabled'",
      ),
      'thinking-budget',
    ],
    [
      'thinking-budget',
      400,
      message("Only 'enabled' and 'disabled' are supported for thinking; 'adaptive' is not supported."),
      'thinking-budget',
    ],
    ['thinking-budget', 400, message('adaptive thinking is not supported on this model'), 'thinking-budget'],
    ['no-system-role', 400, message("Role 'developer' is not supported"), 'no-system-role'],
    ['no-system-role', 400, message("messages[0].role: Input should be 'user' or 'assistant'"), 'no-system-role'],
    ['no-system-role', 400, message('System instruction is not supported for this model'), 'no-system-role'],
    ['no-system-role', 400, message("'system' role is not allowed"), 'no-system-role'],
    ['no-system-role', 400, message('messages[0].role: unknown variant `developer`'), 'no-system-role'],
    ['no-system-role', 400, message('Developer instruction is not enabled for models/g-1b-it'), 'no-system-role'],
    [
      'no-system-role',
      400,
      message("Invalid value: 'developer'. Supported values are: 'system', 'assistant', 'user' and 'tool'."),
      'no-system-role',
    ],
    ['content-with-calls', 400, message("Invalid 'messages[1].content': null is not a string"), 'empty-content'],
    [
      'content-with-calls',
      400,
      message('invalid type: null, expected a string at messages[2].content'),
      'empty-content',
    ],
    ['no-reasoning', 400, message("Unknown parameter: 'include'"), 'no-reasoning'],
    ['plain-schemas', 400, message('Failed to initialize samplers: failed to parse grammar'), 'plain-schemas'],
    [
      'plain-schemas',
      400,
      message(
        '* GenerateContentRequest.tools[0].function_declarations[2].parameters.properties[kind].enum[0]: cannot be empty',
      ),
      'plain-schemas',
    ],
    ['plain-schemas', 500, message('Value is not callable: null at row 58, column 111'), 'plain-schemas'],
    ['plain-schemas', 500, message('JSON schema conversion failed:\nUnrecognized schema: true'), 'plain-schemas'],
    [
      'plain-schemas',
      400,
      message('parse: error parsing grammar: number of repetitions exceeds sane defaults'),
      'plain-schemas',
    ],
    [
      'plain-schemas',
      400,
      message('Error rendering prompt with jinja template: "Cannot apply filter \\"upper\\""'),
      'plain-schemas',
    ],
    [
      'plain-schemas',
      400,
      message('The provided JSON schema contains features not supported by xgrammar.'),
      'plain-schemas',
    ],
    [
      'plain-schemas',
      400,
      message("tools.0.custom.input_schema.properties: Property keys should match pattern '^[a-z]{1,64}$'"),
      'plain-schemas',
    ],
    [
      'alternate-roles',
      400,
      message('Error rendering prompt with jinja template: "Conversation roles must alternate"'),
      'alternate-roles',
    ],
    ['no-reasoning', 400, message('Encrypted content is not supported with this model.'), 'no-reasoning'],
    [
      'no-reasoning',
      400,
      message("Unsupported parameter: 'reasoning.effort' is not supported with this model."),
      'no-reasoning',
    ],
    [
      'no-reasoning-summary',
      400,
      message('Your organization must be verified to generate reasoning summaries.'),
      'no-reasoning-summary',
    ],
    ['no-thinking', 400, message('"thinking.type.disabled" is not supported for this model.'), 'no-thinking'],
    ['no-thinking', 400, message('Thinking is not enabled for models/gemma-3-27b-it'), 'no-thinking'],
    ['no-thinking', 400, '{"error":""llama3.2:1b" does not support thinking"}', 'no-thinking'],
    [
      'nine-character-ids',
      400,
      '{"object":"error","message":"Tool call id was call_x but must be a-z, A-Z, 0-9, with a length of 9.","type":"invalid_function_call","code":"3280"}',
      'nine-character-ids',
    ],
    [
      'nine-character-ids',
      500,
      message('Tool call IDs should be alphanumeric strings with length 9!'),
      'nine-character-ids',
    ],
    [
      'plain-ids',
      400,
      message(
        "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 83 instead.",
      ),
      'plain-ids',
    ],
    [
      'plain-ids',
      400,
      message("messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"),
      'plain-ids',
    ],
    [
      'thought-signature',
      400,
      '[{"error":{"code":400,"message":"Function call is missing a thought_signature in functionCall parts."}}]',
      'dummy-thought-signature',
    ],
    [
      'echo-reasoning',
      400,
      message('The `reasoning_content` in the thinking mode must be passed back to the API.'),
      'echo-reasoning',
    ],
    [
      'echo-reasoning',
      400,
      message('Missing reasoning_content field in the assistant message at message index 2'),
      'echo-reasoning',
    ],
    [
      'echo-reasoning',
      400,
      message('thinking is enabled but reasoning_content is missing in assistant tool call message at index 19'),
      'echo-reasoning',
    ],
    [
      'omit-reasoning',
      400,
      '{"message":"messages.1.assistant.reasoning_content: property \'messages.1.assistant.reasoning_content\' is unsupported","type":"invalid_request_error","code":"wrong_api_format"}',
      'omit-reasoning',
    ],
    [
      'omit-reasoning',
      400,
      message(
        "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]",
      ),
      'omit-reasoning',
    ],
    ['omit-reasoning', 422, fastApi('body', 'messages', '2', 'assistant', 'reasoning_content'), 'omit-reasoning'],
    [
      'omit-reasoning',
      400,
      message("Extra inputs are not permitted, field: 'messages[2].reasoning_content'"),
      'omit-reasoning',
    ],
    ['content-with-calls', 400, message("Invalid value for 'content': expected a string, got null."), 'empty-content'],
    [
      'content-with-calls',
      400,
      '{"error":"Invalid \'content\': \'content\' field must be a string or an array of objects."}',
      'empty-content',
    ],
    [
      'content-with-calls',
      422,
      '{"detail":[{"type":"string_type","loc":["body","messages",1,"content"],"msg":"Input should be a valid string"}]}',
      'empty-content',
    ],
    ['content-with-calls', 500, message('can only concatenate str (not "NoneType") to str'), 'empty-content'],
    ['assistant-after-tool', 400, message("Unexpected role 'user' after role 'tool'"), 'assistant-after-tool'],
    [
      'alternate-roles',
      500,
      message('Conversation roles must alternate user/assistant/user/assistant/...'),
      'alternate-roles',
    ],
    [
      'alternate-roles',
      500,
      message('After the optional system message, conversation roles must alternate user/assistant/user/assistant/...'),
      'alternate-roles',
    ],
    ['alternate-roles', 500, message('Only user and assistant roles are supported!'), 'alternate-roles'],
    ['alternate-roles', 400, message("Unknown role: 'tool'"), 'alternate-roles'],
    ['alternate-roles', 500, message('System role not supported'), 'no-system-role'],
    [
      'alternate-roles',
      500,
      message('Only user, assistant and tool roles are supported, got system'),
      'no-system-role',
    ],
    ['one-system-message', 500, message('System message must be at the beginning.'), 'no-system-role'],
    [
      'no-system-role',
      400,
      message("Unsupported value: 'messages[0].role' does not support 'system' with this model."),
      'no-system-role',
    ],
    [
      'no-system-role',
      400,
      message("developer is not one of ['system', 'assistant', 'user', 'function'] - 'messages.0.role'"),
      'no-system-role',
    ],
    ['no-stop', 400, message("Unsupported parameter: 'stop' is not supported with this model."), 'no-stop'],
    ['no-stop', 400, message('Argument not supported on this model: stop'), 'no-stop'],
    ['no-stop', 400, message('Model grok-4 does not support parameter stop.'), 'no-stop'],
    ['no-stop', 422, fastApi('body', 'stop'), 'no-stop'],
    ['no-stop', 400, message('Stop sequences are not supported by this endpoint'), 'no-stop'],
    ['no-stop', 400, message("Invalid 'stop': array too long. Expected an array with maximum length 2."), 'no-stop'],
    ['no-stream-options', 422, fastApi('body', 'stream_options'), 'no-stream-options'],
    [
      'no-stream-options',
      422,
      '{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","stream_options","include_usage"],"msg":"Extra inputs are not permitted","input":true}]},"type":"invalid_request_error"}',
      'no-stream-options',
    ],
    [
      'no-stream-options',
      400,
      message('Validation error at #/stream_options: Extra inputs are not permitted'),
      'no-stream-options',
    ],
    [
      'max-completion-tokens',
      400,
      message(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      ),
      'max-completion-tokens',
    ],
    [
      'no-parallel-tool-calls',
      400,
      message(
        "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified.",
      ),
      'no-parallel-tool-calls',
    ],
    [
      'plain-schemas',
      400,
      message(
        `Invalid JSON payload received. Unknown name "additionalProperties" at 'tools[0].function_declarations[0].parameters': Cannot find field.`,
      ),
      'plain-schemas',
    ],
    [
      'plain-schemas',
      400,
      message(
        '* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties: should be non-empty for OBJECT type',
      ),
      'plain-schemas',
    ],
    ['plain-schemas', 400, message("Invalid schema for function 'find': 'default' is not permitted."), 'plain-schemas'],
    ['plain-schemas', 422, message('Unsupported JSON schema fields in tools: pattern'), 'plain-schemas'],
    [
      'content-or-reasoning',
      500,
      message(
        'Cannot pass both content and thinking in an assistant message with tool calls! Put the analysis message in one or the other, but not both.',
      ),
      'no-content-with-calls',
    ],
  ])('%s: %i %s', (_number, status, body, wanted) => {
    expect(quirk(observeRefusal(status, errorText(body)))).toBe(wanted);
  });

  test.each([
    ['llama.cpp, 2025', 500, message('Cannot use tools with stream')],
    [
      'NVIDIA NIM',
      400,
      '{"error":{"object":"error","message":"Tool calling is not supported in streaming mode!","code":400}}',
    ],
    ['Bedrock', 400, message("ValidationException: This model doesn't support tool use in streaming mode.")],
    ['OpenAI o1, 2024', 400, message("Unsupported value: 'stream' does not support true with this model.")],
  ])('no-streamed-tools: tools do not stream, says %s', (_server, status, body) => {
    expect(observeRefusal(status, errorText(body))).toMatchObject({ type: 'streams-tools', streamsTools: false });
  });

  test("the observation contains the server's message", () => {
    expect(observeRefusal(500, 'System role not supported')).toEqual({
      type: 'request-quirk',
      quirk: 'no-system-role',
      evidence: 'System role not supported',
    });
  });
});

describe('a response without observation about requests', () => {
  test.each([
    ['a bad key', 401, 'reasoning_content is missing'],
    ['no rights', 403, 'stream_options are not permitted for this key'],
    ['too many requests', 429, 'Conversation roles must alternate'],
    ['a busy server', 503, 'stream_options'],
    ['no tools', 400, 'registry.ollama.ai/library/gemma3:4b does not support tools'],
    ['no tools, vLLM', 400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    ['no tools, llama.cpp', 500, 'tools param requires --jinja flag'],
    ['a missing model', 404, 'The model `x` does not exist'],
    ['an image', 400, "Invalid 'messages[3]'. Content blocks are expected to be either text or image_url type."],
    ['a finish reason', 500, 'Unexpected finish: the model stopped. Invalid state, stop the server'],
    ['no messages', 400, "'messages' is required"],
    [
      'a call the model got wrong',
      400,
      "Failed to call a function. Please adjust your prompt. See 'failed_generation'.",
    ],
    ['a call that does not fit', 400, 'Tool call validation failed: parameters for tool find did not match schema'],
    ['a problem of its own', 500, 'Internal server error'],
  ])('%s', (_what, status, text) => {
    expect(observeRefusal(status, text)).toBeNull();
  });
});

test('a parameter that was not sent is not left out', () => {
  const text = "Unsupported parameter: 'reasoning_effort' is not supported";
  expect(observeRefusal(400, text, { sent: ['max_tokens'] })).toBeNull();
  expect(observeRefusal(400, text, { sent: ['max_tokens', 'reasoning_effort'] })).not.toBeNull();
});

test('errors about ids, signatures, roles or arguments do not count as refusals of tools', () => {
  for (const text of [
    'Tool call id was call_x but must be a-z, A-Z, 0-9, with a length of 9. Not supported.',
    'Function call is missing a thought_signature in functionCall parts. This is not supported.',
    "Unknown role: 'tool' is not supported",
    'Only user and assistant roles are supported, tool roles are not supported',
    'Assistant tool call function.arguments must be valid JSON; raw text is not permitted.',
    'Failed to parse tool call arguments as JSON: unsupported escape',
    'thinking is enabled but reasoning_content does not appear in assistant tool call message',
  ]) {
    expect(saysToolsUnsupported(400, text), text).toBe(false);
  }
});
