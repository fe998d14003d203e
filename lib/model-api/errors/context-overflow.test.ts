import { describe, expect, test } from 'vitest';
import { contextOverflow } from './context-overflow.ts';

describe('a conversation that is too long, in the wording of', () => {
  test.each([
    [
      'OpenAI',
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 150000 tokens. Please reduce the length of the messages.",
      128_000,
    ],
    [
      'OpenAI, newer',
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
      null,
    ],
    ['Azure', "This model's maximum context length is 8192 tokens, however you requested 9000 tokens", 8192],
    ['Anthropic relays', 'prompt is too long: 213462 tokens > 200000 maximum', 200_000],
    [
      'Anthropic relays, with the answer',
      'input length and `max_tokens` exceed context limit: 199211 + 20000 > 200000, decrease input length or `max_tokens` and try again',
      200_000,
    ],
    ['Gemini', 'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).', 1_048_575],
    [
      'Mistral',
      'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      32_768,
    ],
    [
      'DeepSeek',
      "This model's maximum context length is 65536 tokens. However, you requested 100000 tokens (91808 in the messages, 8192 in the completion).",
      65_536,
    ],
    ['Groq', 'Please reduce the length of the messages or completion.', null],
    [
      'Groq, per minute',
      'Request too large for model `x` in organization `org` on tokens per minute (TPM): Limit 6000, Requested 7183, please reduce your message size and try again.',
      null,
    ],
    [
      'Together',
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000 `inputs` tokens and 512 `max_new_tokens`',
      8193,
    ],
    ['TGI', 'Input validation error: `inputs` must have less than 1024 tokens. Given: 1168', 1024],
    ['Fireworks', 'The prompt is too long: 140000, model maximum context length: 131071', 131_071],
    [
      'OpenRouter',
      'This endpoint\'s maximum context length is 32768 tokens. However, you requested about 40000 tokens (39000 of text input, 1000 in the output). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.',
      32_768,
    ],
    [
      'vLLM',
      "This model's maximum context length is 16384 tokens. However, you requested 19591 tokens (9591 in the messages, 10000 in the completion).",
      16_384,
    ],
    [
      'vLLM, newer',
      "You passed 5000 input tokens and requested 0 output tokens. However, the model's context length is only 4096 tokens, resulting in a maximum input length of 4096 tokens.",
      4096,
    ],
    ['vLLM, offline', 'The decoder prompt (length 5000) is longer than the maximum model length of 4096.', 4096],
    ['SGLang', "The input (61709 tokens) is longer than the model's context length (40960 tokens).", 40_960],
    ['SGLang, by memory', 'Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens).', 59_862],
    ['llama.cpp', 'request (30019 tokens) exceeds the available context size (4096 tokens), try increasing it', 4096],
    [
      'llama.cpp, older',
      'the request exceeds the available context size. try increasing the context size or enable context shift',
      null,
    ],
    ['Ollama', 'the input length exceeds the context length', null],
    [
      'LM Studio',
      'Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded with context length of only 32768 tokens, which is not enough.',
      32_768,
    ],
    [
      'LM Studio, newer',
      'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 10247 >= n_ctx: 4096).',
      4096,
    ],
    ['LM Studio, MLX', 'Context size has been exceeded', null],
    ['xAI', "This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 131_072],
    [
      'Cerebras',
      'Please reduce the length of the messages or completion. Current length is 9000 while limit is 8192',
      8192,
    ],
    ['Kimi', 'Invalid request: Your request exceeded model token limit: 8192', 8192],
    ['MiniMax', 'invalid params, context window exceeds limit', null],
    ['Alibaba', 'Range of input length should be [1, 30720]', 30_720],
    ['GitHub Models', 'Request body too large for gpt-4o-mini model. Max size: 8000 tokens.', 8000],
    ['Bedrock', 'Input is too long for requested model.', null],
    [
      'Cohere',
      'too many tokens: size limit exceeded by 1000 tokens. Try using shorter or fewer inputs. The limit for this model is 4096 tokens',
      4096,
    ],
    [
      'Perplexity',
      'Requested 115120 to generate tokens, following a prompt of length 40055, which exceeds the max limit of 128000 tokens.',
      128_000,
    ],
    ['ollama.com', 'prompt too long; exceeded max context length by 540451 tokens (ref: 00ad71bb)', null],
    [
      'OpenAI, by a limit of the organisation',
      'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300000 tokens.',
      272_000,
    ],
    [
      'LiteLLM',
      "Requested token count exceeds the model's maximum context length of 131072 tokens. Please reduce it.",
      131_072,
    ],
    ['LiteLLM, by input', "Input length (265330) exceeds model's maximum context length (262144).", 262_144],
    [
      'LiteLLM, of its own',
      'litellm.ContextWindowExceededError: litellm.BadRequestError: Context Window exceeded for given call. No models have context window large enough for this call.',
      null,
    ],
    ['Poolside', 'Input length 131393 exceeds the maximum allowed input length of 131040 tokens.', 131_040],
    [
      'vLLM, by tokens at least',
      "This model's maximum context length is 262144 tokens. However, you requested 0 output tokens and your prompt contains at least 262145 input tokens, for a total of at least 262145 tokens.",
      262_144,
    ],
    ['vLLM, by what is left', 'max_tokens must be at least 1, got -412.', null],
    ['oMLX', 'Prompt has 9,120 tokens, but the configured context size is 8,192 tokens', 8192],
    ['MLX server', 'Prompt exceeds maximum context length', null],
    ['Z.ai', 'Prompt exceeds max length', null],
    ['Z.ai, newer', 'tokens in request more than max tokens allowed', null],
    ['Bedrock, through a proxy', 'ValidationException: The input is too long', null],
    ['Bedrock, by its limit', 'ValidationException: Input exceeds the max input token limit', null],
    ['Cohere, by total', "total tokens exceeds the model's max of 4096", 4096],
    ['a gateway in Chinese', '输入内容超过最大长度限制', null],
    ['another gateway in Chinese', '上下文长度超出模型限制', null],
    ['an error code', 'context_length_exceeded', null],
  ])('%s', (_server, text, window) => {
    expect(contextOverflow(text)).toEqual({ window });
  });

  test.each([
    'Rate limit reached for model x on tokens per minute (TPM): Limit 6000, Used 5000, Requested 2000. Please try again in 10s.',
    "Invalid 'messages[2].tool_calls[0].id': string too long. Expected a string with maximum length 40",
    'max_tokens must be at most 4096',
    'The model does not support a context of its own',
    'image is too large',
    'max_tokens must be at least 16 for sonar',
    'ThrottlingException: Too many tokens, please wait before trying again.',
    'Too many tokens per day, please wait before trying again.',
  ])('but not: %s', (text) => {
    expect(contextOverflow(text)).toBeNull();
  });
});

describe('the conversation is too long in a wording that no row has', () => {
  test.each<[text: string, window: number | null]>([
    ["Your input exceeds this model's context window.", null],
    ['Your prompt is larger than the context window of 8,192 tokens', 8_192],
    ['The total length of the messages exceeds the maximum input length (16384)', 16_384],
    ['Prompt length (9000) exceeds max context (4096)', 4_096],
    ['the length of messages exceeds the max allowed input tokens', null],
    ['The prompt length exceeds the model limit', null],
    ['Exceeded model context window size', null],
    ['The max input characters is 80000', null],
    ['Requested tokens (9214) exceed context window of 8192', 8_192],
    ['Sequence length 40000 is longer than the maximum sequence length of 32768 for this model', 32_768],
    ['Conversation is too long for this model', null],
    ['input_too_long', null],
    ['max_tokens_exceeded', null],
    ['The context is too large to fit into the window', null],
    ['Number of input tokens (12000) has exceeded the max_seq_len (8192)', 8_192],
    ['the request of 5000 tokens does not fit the context size of 4096', 4_096],
    ['total tokens exceed the max model len of 4096', 4_096],
    ['Token limit reached: the input is over the limit', null],
    ['Your request has 300000 input tokens, more than the model limit of 262144 tokens', 262_144],
    ['n_ctx is too small for the prompt', null],
    ['context window overflow', null],
    ['输入长度过长，请缩短后重试', null],
    ['Prompt 超长', null],
    ['Total prompt tokens: 9000, number of tokens to be generated: 100, context window: 4096', 4_096],
    ['Your message is too long', null],
    ['Message too long: 9000 tokens (limit 4096)', 4_096],
    ['The conversation history is too long for the model', null],
    ['sequence length exceeds maximum: 9000 > 8192', 8_192],
    ['token count exceeds limit', null],
    ['max context length is 8192, but got 9000', 8_192],
    ['Total tokens of image and text exceed max message tokens', null],
    ["Invalid 'input[0].content': string too long. Expected a string with maximum length 1048576", null],
    ['input_tokens exceeds max', null],
    ['Input token length exceeds 8192', 8_192],
    ['messages too long', null],
    ['KV cache is full', null],
    ['The payload is too large for the model context', null],
  ])('%s', (text, window) => {
    expect(contextOverflow(text)).toEqual({ window });
  });

  test.each([
    'Rate limit reached: 40000 tokens per minute exceeds the limit of 30000',
    'You exceeded your current quota, please check your plan',
    'You have exceeded your monthly token limit.',
    'You exceeded the token limit of your free plan. Upgrade to continue.',
    'You have exceeded the model limit for your plan',
    'Exceeded max tokens allowed for your organization',
    'The request body exceeds the size limit of 10 MB',
    'image exceeds 5 MB maximum: 6291456 bytes',
    'A maximum of 100 PDF pages may be provided.',
    "Invalid 'tools[0].function.description': string too long. Expected a string with maximum length 1024.",
    'number of repetitions exceeds sane defaults, please reduce the number of repetitions',
    'temperature: Input should be less than or equal to 1',
    'stop: array too long. Expected an array with maximum length 4',
    "Invalid 'user': string too long. Expected a string with maximum length 64",
    'Too many concurrent requests for this model, limit of 4 exceeded',
    'Request timeout exceeded: the model did not answer within the limit',
    'max_tokens is too large: 20000. This model supports at most 8192 completion tokens',
    'Thinking budget exceeds the maximum',
    'Too many messages in the request: maximum is 100',
    'The model `m` does not exist',
    'Tool names must be at most 64 characters; the text is too long',
  ])('but not: %s', (text) => {
    expect(contextOverflow(text)).toBeNull();
  });
});
