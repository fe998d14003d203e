/** `window`: the server's limit in tokens, if it reports it. */
export type ContextOverflow = { window: number | null };

/**
 * Whether an error says that the conversation is longer than the model's window. Takes the server's text. The rows are
 * wordings of the servers named next to them, from their sources, documentation and issue threads. The capture group is
 * the window.
 */
export function contextOverflow(text: string): ContextOverflow | null {
  if (THROTTLED.test(text)) return null;
  for (const pattern of WORDINGS) {
    const match = pattern.exec(text);
    if (match) return { window: tokens(match[1]) };
  }
  return overflowInWords(text);
}

/**
 * Detects an overflow by the error's code, since its message may not mention it. `fields`: as returned by
 * `errorFields`.
 */
export function overflowInFields(fields: string): ContextOverflow | null {
  return OVERFLOW_CODES.test(fields) ? { window: null } : null;
}

const OVERFLOW_CODES =
  /'(?:\w+_)?(?:context_(?:length|window|size|limit)_exceeded|exceed_context_size|string_above_max_length|(?:prompt|input|context)_too_(?:long|large))/i;

/** The parts of an overflow message: what contains the conversation, the complaint, and the limit. */
const SUBJECT =
  '(?:inputs?|prompts?|messages?|conversations?|requests?|payloads?|context|history|contents?|texts?|quer(?:y|ies)|sequences?|(?:number|count|total|amount|length) of (?:\\w+ )?tokens|n_(?:prompt_)?tokens|(?:input|prompt|total|request|message)[ _]tokens?|tokens?(?: count| length)?)';
const EXCEEDS =
  "(?:exceed(?:s|ed|ing)?|(?:is|are|was|were|of) (?:too|longer|larger|greater|more|bigger)|too (?:long|large|many|big)|longer than|larger than|greater than|more than|bigger than|beyond|over(?:flow(?:s|ed)?|s)?|surpass(?:es|ed)?|do(?:es)? not fit|don't fit|doesn't fit|> ?)";
const MEASURE =
  "(?:(?:context|window|sequence|model)(?:'s)? (?:length|window|size|limit|capacity|max\\w*)|context|max[ _]?(?:imum)?[ _]?(?:\\w+[ _]){0,3}?(?:tokens?|len(?:gth)?\\b|context|input|size|position)|tokens?[ _]?(?:limit|maximum|max)|(?:limit|maximum|max) (?:of|is|for) [\\d,_]+ ?(?:input |prompt )?tokens|n_ctx|num_ctx|seq_?len|model limit)";

const OVERFLOWS = [
  new RegExp(`\\b${SUBJECT}\\b[^.;]{0,60}?${EXCEEDS}[^.;]{0,60}?${MEASURE}`, 'i'),
  /\bexceed(?:s|ed|ing)?\b[^.;]{0,20}?\b(?:context|sequence)[ _](?:length|window|size|limit)/i,
  new RegExp(`${MEASURE}[^.;]{0,40}?(?:exceeded|overflow(?:ed)?|reached|surpassed|too small (?:for|to))`, 'i'),
  new RegExp(
    `\\b(?:tokens?|prompt|input|context|sequence|message)s?(?: length| count| size| tokens?)?\\b[^.;]{0,20}?${EXCEEDS}[^.;]{0,12}?(?:limit|max(?:imum)?)\\b`,
    'i',
  ),
  /\b(?:your |the )(?:message|question|request|text) (?:is|was) too long|\btoo (?:long|large): ?[\d,]+ tokens|prompt tokens: [\d,]+.{0,80}context window/i,
  /\b(?:max|context|input|prompt)_(?:\w+_)*tokens?_exceeded|\b(?:context|prompt|input)(?:_\w+)*_(?:too_long|overflow|exceeded)\b|\b(?:prompt|input|context|conversation|chat|message)s?(?: history| length)? (?:is |are |was |were )?(?:too (?:long|large|big)|overflow)/i,
  /\b(?:context|kv[ _-]?cache)(?: window| length| size)? (?:is |was |has been )?(?:full|exhausted|filled|used up)\b|\b(?:input|prompt|context|total|request)[ _]tokens?(?: count| length| number)? exceeds? (?:\(?[\d,]{4,}|max\b)/i,
  /\btoo many (?:input|prompt|context)[ _]tokens\b|\b(?:input|prompt|context|total|request)[ _]?tokens?(?: count| length)?\b[^.;]{0,20}?(?:must|should|has to) be (?:less|fewer|smaller|at most|under|below)|\bonly supports? up to [\d,]{4,}/i,
  /\b(?:prompt|input|context|request|conversation|messages?)\b[^.;]{0,60}?(?:exceeds?|longer than|more than|larger than|greater than) (?:the )?[\d,]{4,}(?: tokens| this model|$)/i,
  // German, French, Spanish, Italian and Russian gateways.
  /(?:konte(?:xt|kst)|context[eo]|contesto|контекст|prompt|eingabe|entrada|entrée|запрос).{0,40}(?:überschreit|zu (?:lang|groß)|dépass|trop long|exced|supera|demasiado|troppo|превы|слишком)|(?:überschreit|dépass|exced|supera|превы).{0,40}(?:kontext|context[eo]|contesto|контекст)/i,
  /(?:prompt|输入|提示|内容|消息|对话|上下文|tokens?).{0,20}(?:过长|太长|超[过出长限])/i,
];

/**
 * Limits on something other than the conversation: frequency, bytes and files, a name or a single parameter, an answer.
 * A rate limit that only a shorter conversation fits has its own row.
 */
const OTHER_LIMIT =
  /per (?:minute|day|hour|second|month)|\brate\b|quota|\b[tr]p[md]\b|concurren|\b\d*\.?\d+ ?(?:bytes|[kmg]i?b)\b|\b(?:images?|pictures?|files?|audio|video|pixels|pages?|attachments?|documents?|batch|characters? in)\b|\b(?:schema|grammar|description|names?|ids?|stop|metadata|temperature|top_[pk]|budget|repetitions|header|url|timeout|depth|nesting)\b|max_(?:completion_|output_|new_)?tokens\b(?!_exceeded)|number of (?:tools|functions|messages|requests|choices)|too many (?:messages|tools|requests|functions)/i;

/**
 * Detects an overflow with a wording that no row covers: the text says that the conversation exceeds a limit of the
 * model (quirk: overflow-wordings).
 */
function overflowInWords(text: string): ContextOverflow | null {
  if (OTHER_LIMIT.test(text)) return null;
  const match = OVERFLOWS.map((pattern) => pattern.exec(text)).find((each) => each !== null);
  if (match === undefined || match === null) return null;
  // The limit follows the verb that says it was exceeded, or precedes "however" and the like.
  const behind = text.slice(match.index).replace(new RegExp(`^[\\s\\S]*?${EXCEEDS}`, 'i'), '');
  const limit = /\d ?> ?([\d,]+)/.exec(text)?.[1] ?? /(?:limit|window|maximum)\D{0,12}([\d,_]{3,})/i.exec(behind)?.[1];
  return { window: tokens(limit ?? /(?<![\d.])\d[\d,_]{2,}(?![\d.]*%)/.exec(behind)?.[0]) };
}

function tokens(digits: string | undefined): number | null {
  const count = Number((digits ?? '').replace(/[,_]/g, ''));
  return Number.isInteger(count) && count >= MIN_WINDOW ? count : null;
}

/**
 * Bedrock reports rate limits and daily quotas as "Too many tokens", for which a shorter conversation does not help.
 */
const THROTTLED = /throttling|too many tokens(?:, please wait| per (?:minute|day))/i;

/** A smaller number is not a window, as in "reduce by 12 tokens". In tokens. */
const MIN_WINDOW = 256;

const WORDINGS: readonly RegExp[] = [
  // OpenAI, Azure, DeepSeek, OpenRouter, vLLM, SGLang's fronts, Together, Fireworks, LiteLLM ("of N", "(N)")
  /maximum context length(?: is| of|:)? \(?(\d[\d,]*)/i,
  // OpenAI, with a limit set by an organisation
  /input tokens exceed the configured limit of (\d[\d,]*)/i,
  // Perplexity (OpenRouterTeam/ai-sdk-provider#121)
  /following a prompt of length \d+, which exceeds the max limit of (\d+)/i,
  // vLLM's relays
  /max(?:imum)? (?:context|prompt|sequence) (?:length|size|window) (?:is|of|=) ([\d,]+)/i,
  // InternLM, StepFun
  /total tokens of image and text exceeds? max message tokens/i,
  // OpenAI: one text of the conversation
  /\b(?:input|messages)\b.{0,12}\b(?:content|text)\b.{0,20}string too long|string_above_max_length/i,
  // Mistral
  /too large for model with (\d+) maximum context length/i,
  // vLLM, newer, and LM Studio
  /context length (?:is|of) only (\d+)/i,
  // vLLM, offline checks
  /longer than the maximum model length of (\d+)/i,
  // SGLang
  /longer than the model's context length(?: \((\d+))?/i,
  /input length.{0,40}exceeds the maximum allowed length \((\d+)/i,
  // llama.cpp
  /exceeds? the available context size(?: \((\d+))?/i,
  // LM Studio
  /greater than the context length.{0,40}n_ctx: (\d+)/i,
  /greater than the context length/i,
  // Ollama, with truncation disabled
  /input length exceeds the context length/i,
  // ollama.com, which reports the excess (dyad-sh/dyad#3498)
  /prompt too long; exceeded (?:max )?context length/i,
  // oMLX
  /prompt has [\d,]+ tokens?, but the configured context size is ([\d,]+)/i,
  // Poolside
  /exceeds the maximum allowed input length of ([\d,]+)/i,
  // vLLM: the room that remains in the window after the prompt (requests always ask for at least one token)
  /max_(?:completion_)?tokens must be at least 1, got (?:0|-\d+)/i,
  // Anthropic and its relays
  /prompt is too long: \d+ tokens > (\d+)/i,
  /exceed context limit: .{0,40}> (\d+)/i,
  // Gemini
  /input token count.{0,40}exceeds the maximum number of tokens allowed \((\d+)/i,
  /input token count.{0,40}exceeds/i,
  // xAI
  /maximum prompt length is (\d+)/i,
  // Cerebras, and Groq, which names no number
  /reduce (?:the length of (?:either one|the (?:messages|input|prompt))|your prompt)(?:.{0,80}limit is (\d+))?/i,
  /supports? (?:at most|up to|only) ([\d,]+) (?:input|prompt) tokens/i,
  // Groq and OpenAI: one request exceeds the account's tokens per minute
  /request too large for/i,
  // Hugging Face TGI, Together
  /`?inputs`? (?:tokens \+ `?max_new_tokens`?|must have less than).{0,20}?(\d+)/i,
  // Kimi
  /exceeded model token limit: (\d+)/i,
  // Alibaba
  /range of input length should be \[\d+, ?(\d+)/i,
  // GitHub Models
  /request body too large.{0,60}max size: (\d+) tokens/i,
  // Cohere
  /too many tokens:.{0,120}limit for this model is (\d+)/i,
  /total tokens exceeds the model's max of (\d+)/i,
  // Z.ai and Zhipu, codes 1210 and 1261 (NousResearch/hermes-agent#1877)
  /tokens in request more than max tokens allowed|prompt exceeds max(?:imum)? (?:context )?length/i,
  // LiteLLM itself (anomalyco/opencode#44888)
  /context ?window ?exceeded/i,
  // Bedrock (openclaw/openclaw#58839)
  /input exceeds the max(?:imum)? input token limit/i,
  // Baidu, which counts characters and not tokens
  /\bmax(?:imum)? input characters? is|\binput characters? limit is/i,
  // Chinese gateways
  /超[过出].{0,20}(?:最大长度|上下文)|上下文.{0,12}超[过出]/,
  // Japanese and Korean gateways
  /(?:入力|プロンプト|コンテキスト).{0,12}(?:長すぎ|超え|超過)|(?:입력|프롬프트|컨텍스트).{0,16}(?:초과|너무 깁|너무 길)/,
  // Bedrock, MiniMax, and other wordings
  /\binput is too long\b|model_context_window_exceeded|context window exceeds limit|prompt token count.{0,40}exceeds the limit of (\d+)/i,
  /context (?:length|size|window) has been exceeded|context[_ ]length[_ ]exceeded|exceed_context_size|exceeds the (?:model's )?context (?:window|length|size)|prompt is too long|too many tokens|token limit exceeded/i,
];
