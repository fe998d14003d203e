import { describe, expect, test } from 'vitest';
import { errorFields, errorText } from './error-text.ts';
import { observeRefusal } from './observe-refusal.ts';

const SENT = ['temperature', 'top_p', 'seed', 'presence_penalty', 'reasoning_effort', 'max_tokens', 'keep_alive'];

/** The rule that is learned from a text. */
function rule(text: string, sent: readonly string[] = SENT, status = 400) {
  const observation = observeRefusal(status, text, { sent });
  return observation?.type === 'parameter-rule' ? observation.rule : observation;
}

const leaveOut = (...parameters: string[]) => ({ change: 'leave-out', parameters });
const buildOneOfRule = (...efforts: string[]) => ({ change: 'one-of', efforts });

describe('a refusal of a parameter leaves it out', () => {
  test.each<[text: string, parameters: string[]]>([
    [
      "Unsupported value: 'temperature' does not support 0.7 with this model. Only the default (1) value is supported.",
      ['temperature'],
    ],
    ["Unsupported parameter: 'top_p' is not supported with this model.", ['top_p']],
    ['`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.', ['temperature']],
    ['temperature must be 1 for this model', ['temperature']],
    ['Invalid temperature: only 0.6 is allowed for this model', ['temperature']],
    ['temperature: Input should be less than or equal to 1', ['temperature']],
    [
      'body.temperature: Extra inputs are not permitted; body.seed: Extra inputs are not permitted',
      ['temperature', 'seed'],
    ],
    ['`temperature` is deprecated for this model.', ['temperature']],
    ['Unknown parameter: presence_penalty', ['presence_penalty']],
    ['presencePenalty is not supported by this model', ['presence_penalty']],
    ['property "seed" is unsupported', ['seed']],
    ['Unrecognized request arguments supplied: seed, top_p', ['top_p', 'seed']],
    [
      "litellm.UnsupportedParamsError: m does not support parameters: ['temperature', 'top_p'], for model=m.",
      ['temperature', 'top_p'],
    ],
    ['`temperature` and `top_p` cannot both be specified for this model. Please use only one.', ['top_p']],
    [
      "1 validation error: {'type': 'extra_forbidden', 'loc': ('body', 'seed'), 'msg': 'Extra inputs are not permitted', 'input': 3}",
      ['seed'],
    ],
    ['json: unknown field "keep_alive"', ['keep_alive']],
    ['Unrecognized request argument supplied: reasoning_effort', ['reasoning_effort']],
    ['reasoning_effort is not supported for this model', ['reasoning_effort']],
    ['This model does not support the reasoning effort parameter', ['reasoning_effort']],
    ['Invalid request: the reasoning.effort field is not permitted', ['reasoning_effort']],
  ])('%s', (text, parameters) => {
    expect(rule(text)).toEqual(leaveOut(...parameters));
  });

  test.each<[text: string, sent: string[], parameters: string[]]>([
    [
      'Budget 0 is invalid. This model only works in thinking mode.',
      ['generationConfig', 'thinkingConfig', 'thinkingBudget'],
      ['thinkingBudget'],
    ],
    [
      'The model does not support setting thinking_budget to 0.',
      ['thinkingConfig', 'thinkingBudget'],
      ['thinkingBudget'],
    ],
    [
      'Invalid JSON payload received. Unknown name "thinkingLevel" at \'generation_config.thinking_config\': Cannot find field.',
      ['thinkingConfig', 'thinkingLevel'],
      ['thinkingLevel'],
    ],
    [
      'Invalid JSON payload received. Unknown name "thinkingConfig" at \'generation_config\': Cannot find field.',
      ['generationConfig', 'thinkingConfig', 'includeThoughts'],
      ['thinkingConfig'],
    ],
    [
      'thinking.budget_tokens is not supported for this model',
      ['max_tokens', 'thinking', 'budget_tokens'],
      ['thinking'],
    ],
    ["Unknown parameter: 'store'.", ['store', 'include'], ['store']],
    ['think value "high" is not supported for this model', ['think', 'options'], ['think']],
    ['Thinking cannot be disabled for this model', ['thinkingConfig', 'thinkingBudget'], ['thinkingBudget']],
    [
      'Invalid value at \'generation_config.thinking_config.thinking_level\', "XHIGH"',
      ['thinkingConfig', 'thinkingLevel'],
      ['thinkingLevel'],
    ],
    ['enable_thinking is not a valid parameter', ['enable_thinking'], ['enable_thinking']],
    ['The value of the enable_thinking parameter is restricted to True.', ['reasoning_effort'], ['reasoning_effort']],
    [
      'messages.0.content.1.cache_control: Extra inputs are not permitted',
      ['cache_control', 'max_tokens'],
      ['cache_control'],
    ],
    ["Unknown parameter: 'tools[0].strict'.", ['strict', 'store'], ['strict']],
    ['chat_template_kwargs: Extra inputs are not permitted', ['chat_template_kwargs'], ['chat_template_kwargs']],
  ])('%s, of a request with %j', (text, sent, parameters) => {
    expect(rule(text, sent)).toEqual(leaveOut(...parameters));
  });

  test('even if only a field of the error names it', () => {
    const body = JSON.stringify({
      error: { message: 'The request is invalid.', param: 'top_p', code: 'unsupported_parameter' },
    });
    const observed = observeRefusal(400, errorText(body), { sent: SENT, fields: errorFields(body) });
    expect(observed).toEqual({ type: 'parameter-rule', rule: leaveOut('top_p'), evidence: 'The request is invalid.' });
  });
});

describe('a refusal of an effort teaches those that the model knows', () => {
  test.each<[text: string, efforts: string[]]>([
    [
      "Unsupported value: 'reasoning_effort' does not support 'minimal' with this model. Supported values are: 'low', 'medium', and 'high'.",
      ['low', 'medium', 'high'],
    ],
    ["Unsupported value: 'low' is not supported with the 'm-pro' model. Supported values are: 'high'.", ['high']],
    ["Invalid value: 'none'. Supported values are: 'minimal', 'low', and 'medium'.", ['minimal', 'low', 'medium']],
    [
      "{'type': 'literal_error', 'loc': ('body', 'reasoning_effort'), 'msg': \"Input should be 'low' or 'high'\", 'input': 'xhigh'}",
      ['low', 'high'],
    ],
    ['level "minimal" not supported, valid levels: low, medium, high', ['low', 'medium', 'high']],
    ['`reasoning_effort` must be one of `none` or `default`', ['none']],
    ["Expected one of ('minimal', 'low', 'medium') at 'reasoning.effort', got 'none'", ['minimal', 'low', 'medium']],
    [
      "Validation error for `reasoning_effort`: expected one of `'low' | 'medium' | 'high'`, received `'xhigh'`.",
      ['low', 'medium', 'high'],
    ],
    ["reasoning_effort 'medium' is not supported for this model. Valid values: ['low', 'high']", ['low', 'high']],
    ['Only low and high are supported for thinking level', ['low', 'high']],
  ])('%s', (text, efforts) => {
    expect(rule(text)).toEqual(buildOneOfRule(...efforts));
  });

  test('and the tokens that it may think', () => {
    const text = 'The thinking budget 24576 is invalid. Please choose a value between 128 and 16,384.';
    expect(rule(text, ['thinkingBudget'])).toEqual({ change: 'budget-between', least: 128, most: 16_384 });
  });

  test.each([
    "Function tools with reasoning_effort are not supported for m-5 in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
    'reasoning_effort is not supported when using function tools with this model',
  ])('or that it accepts none with tools: %s', (text) => {
    expect(rule(text, [])).toEqual({ change: 'no-effort-with-tools' });
    expect(rule(text)).toEqual({ change: 'no-effort-with-tools' });
  });
});

describe('a parameter is not omitted for', () => {
  test.each<[why: string, text: string, sent?: string[]]>([
    ['another parameter', "Unsupported parameter: 'logit_bias' is not supported with this model."],
    ['a message about the weather', 'The forecast of the temperature is ready.'],
    [
      'an echo of the request',
      "{'loc': ('body', 'messages', 0, 'content'), 'msg': 'Field required', 'input': {'temperature': 0.3, 'seed': 1}}",
    ],
    [
      'a value that another parameter lists',
      "Invalid value: 'high'. Supported values are: 'low' and 'auto' for image detail.",
    ],
    ['a word that is also a name', 'The user could not be found, so the request is invalid.', ['user', 'store']],
    ['a missing model', 'The model `m` does not exist'],
    ['a server error', 'Internal server error'],
    ['the conversation', "Invalid 'messages[2].content': expected an array, but got null."],
  ])('%s', (_, text, sent) => {
    const observed = rule(text, sent);
    expect(observed === null || !('change' in observed)).toBe(true);
  });

  test.each([401, 403, 429, 503])('status %d', (status) => {
    expect(rule("Unsupported parameter: 'temperature' is not supported", SENT, status)).toBeNull();
  });
});
