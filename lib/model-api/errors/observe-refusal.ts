import type { CapabilityObservation, RequestQuirk } from '../../contracts/index.ts';
import { refusedEffort, refusedParameter } from './parameter-refusal.ts';

/**
 * What an error response shows that the next request must do differently, or null. Takes the status, the server's text
 * (as returned by `errorText`), the optional parameters of the request and the fields of the error. Only these statuses
 * with these wordings are observations; a bad key, a busy server and a missing model never are. The quirks are listed
 * in docs/quirks.md, "What requests must look like".
 */
export function observeRefusal(
  status: number,
  text: string,
  { sent, fields = '' }: { sent?: readonly string[] | undefined; fields?: string } = {},
): CapabilityObservation | null {
  if (!mayBeRequest(status) || THE_MODEL_FAILED.test(text)) return null;
  const evidence = text;
  const words = fields === '' ? text : `${text} (${fields})`;
  const effort = refusedEffort(words, sent);
  if (effort !== null) return { type: 'parameter-rule', rule: effort, evidence };
  const quirk = QUIRKS.find(({ says }) => says.test(text))?.quirk;
  if (quirk !== undefined) return { type: 'request-quirk', quirk, evidence };
  const rule = refusedParameter(words, sent);
  if (rule !== null) return { type: 'parameter-rule', rule, evidence };
  if (CANNOT_STREAM_TOOLS.test(text)) return { type: 'streams-tools', streamsTools: false, evidence };
  return SCHEMA_REFUSED.test(text) ? { type: 'request-quirk', quirk: 'plain-schemas', evidence } : null;
}

/** Whether a status may mean that something in the request is wrong. */
export function mayBeRequest(status: number): boolean {
  return [400, 404, 405, 422, 500, 501].includes(status);
}

/** The request was valid, but the model's output was not (quirks: error-event, unreadable-output). */
export const THE_MODEL_FAILED =
  /tool_use_failed|malformed_function_call|failed_generation|failed to call a function|tool call validation failed|failed to parse (?:the )?(?:input at pos|model'?s? (?:output|response)|(?:generated |native )?(?:tool|function)[ _]calls?)|(?:error|failed|failure|unable to|could not|couldn't) (?:parsing|parse|to parse|decoding|to decode) (?:the )?(?:generated |native )?(?:tool|function)[ _]?calls?|\b(?:model|assistant)\b.{0,40}\b(?:output|response|generated|produced)\b.{0,80}(?:does not match|doesn't match|did not match|not match|not valid|invalid|malformed|could not be parsed|unparsable|unparseable)|does not match the expected .{0,40}format|xml syntax error|expected element type <\w+> but have|(?:failed|error|unable)[\w ]{0,12}\bpars\w* (?:\w+ ){0,3}(?:tool|function)[ _]calls?|(?:tool|function)[ _]?calls? (?:pars\w+ (?:failed|error|failure)|(?:could|can)(?: ?not|n't) be parsed)|unexpected end of (?:the )?(?:tool|function)[ _]?call|expecting start token|(?:tokens remaining in|waiting for) message header|no channel value found|unknown channel|unexpected empty grammar stack|invalid diff: now finding|unexpected tool call format|no reverse mapping found for function|model (?:tried|attempted) to (?:call|use) (?:an? )?(?:unknown|non-?existent|invalid|undefined)|(?:invalid|malformed) (?:tool|function)[ _]calls?(?: json| arguments| syntax)? (?:from|by|in) (?:the )?model|invalid tool call generated|(?:could not|couldn't|cannot|unable to|failed to) pars\w* (?:the )?(?:model|assistant)'?s? (?:output|response|reply)|no tool call (?:found|parsed) in (?:the )?(?:output|response)|model (?:produced|generated|returned|emitted) (?:an? )?(?:invalid|malformed|unparsable|bad)/i;

/** quirk: no-streamed-tools. */
const CANNOT_STREAM_TOOLS =
  /(tools?|function[ _]call\w*|tool[ _]call\w*)\b.{0,60}\b(with|while|when|in|during)\b.{0,20}\bstream|stream\w*\b.{0,60}(not support|unsupported|cannot|not available|disabled).{0,60}\b(tool|function)|'stream' does not support true/i;

/** The first match counts: rows that name a field come before rows that match by wording only. */
const QUIRKS: readonly { quirk: RequestQuirk; says: RegExp }[] = [
  // quirk: no-stream-options
  { quirk: 'no-stream-options', says: /stream_options|include_usage/i },
  // quirk: max-completion-tokens
  {
    quirk: 'max-completion-tokens',
    says: /max_tokens\b.{0,80}(not support|unsupported|deprecated|use ['"`]?max_completion_tokens)/i,
  },
  // quirk: eager-input
  { quirk: 'no-eager-input', says: /eager_input_streaming/i },
  // quirk: thinking-budget
  {
    quirk: 'thinking-budget',
    says: /(input tag|type).{0,20}['"`]?adaptive\b|\badaptive['"`]?( thinking)?.{0,40}(not support|unsupported|not available|not allowed)|['"`.]enabled['"`].{0,20}['"`]disabled['"`]|(output_config|thinking\.\S*display)\b.{0,40}(extra inputs|not permitted|not support|unknown)/i,
  },
  // quirk: no-thinking
  {
    quirk: 'no-thinking',
    says: /does not support thinking|expected ['"`]?(redacted_)?thinking['"`]?.{0,40}\bfound\b|must start with a thinking block|thinking level is not|thinking\.type\.disabled\b.{0,20}not support|thinking is not (enabled|supported)|thinking_?(config|budget)\b.{0,40}not support/i,
  },
  // quirk: no-reasoning-summary
  { quirk: 'no-reasoning-summary', says: /reasoning summar|reasoning\.summary/i },
  // quirk: no-reasoning
  {
    quirk: 'no-reasoning',
    says: /encrypted content is not supported|['"`]?reasoning(\.effort|\.encrypted_content)?['"`]? is not supported with this model|(unsupported|unknown|unrecognized)( request)? (parameter|value|field|argument)( supplied)?: ['"`]?(reasoning(\.effort)?|include)(?!\w)/i,
  },
  // quirk: no-parallel-tool-calls
  { quirk: 'no-parallel-tool-calls', says: /parallel_tool_calls/i },
  // quirk: thought-signature
  {
    quirk: 'dummy-thought-signature',
    says: /missing.{0,20}thought_?signature|thought_?signature.{0,40}(missing|required)/i,
  },
  // quirk: content-or-reasoning
  { quirk: 'no-content-with-calls', says: /both content and thinking/i },
  // quirk: echo-reasoning
  {
    quirk: 'echo-reasoning',
    says: /reasoning_content.{0,60}(must be passed|is missing|is required|not found)|missing.{0,20}reasoning_content/i,
  },
  // quirk: omit-reasoning
  {
    quirk: 'omit-reasoning',
    says: /\b(reasoning_(content|details|text)|messages?\S*\breasoning)\b.{0,40}(extra inputs|not permitted|unsupported|not support|not allowed|unrecognized|unknown|unexpected|invalid)|(extra inputs|unsupported|unrecognized|unknown|unexpected|additional propert\w*)\b.{0,60}\breasoning_(content|details|text)\b/i,
  },
  // quirk: nine-character-ids
  { quirk: 'nine-character-ids', says: /\bids?\b.{0,120}length (of )?9\b/i },
  // quirk: plain-ids
  {
    quirk: 'plain-ids',
    says: /tool_(calls?|use|result)\S*id\b.{0,40}(too long|at most|maximum length|match)|tool[ _]call[ _]id.{0,60}(too long|at most|maximum length|match|invalid character)/i,
  },
  // quirk: assistant-after-tool
  { quirk: 'assistant-after-tool', says: /unexpected role ['"`]?user['"`]? after role ['"`]?tool/i },
  // quirk: alternate-roles
  {
    quirk: 'alternate-roles',
    says: /roles? must alternate|only user and assistant roles|(unknown|unsupported|unexpected|invalid)( message)? role:? ['"`]?tool\b|role ['"`]?tool['"`]? (is )?not support/i,
  },
  // quirks: alternate-roles, one-system-message, no-system-role
  {
    quirk: 'no-system-role',
    says: /\brole:? ['"`]?(system|developer)['"`]? (is |was )?(not|un|in)|messages?\W{0,2}0\W{0,2}role\b.{0,40}(should be|must be|expected)(?!.*system)|system role.{0,20}not support|(developer|system)[ _](instructions?|messages?|prompts?|role)\b.{0,30}(not (enabled|support|allow|available|permitt|accept)|unsupported|disabled)|(does not|doesn't|do not|cannot) (support|accept|allow|have|take)( a| the| any)? ['"`]?(developer|system)\b|\brole\b.{0,20}does not support ['"`]?system|got system\b|(unknown|unsupported|unexpected|invalid)( message)? role:? ['"`]?(system|developer)\b|\bdeveloper['"`]? is not one of|system message must be (at the beginning|first)|['"`](developer|system)['"`] role is not|(unknown variant|invalid value):? ['"`]?(developer|system)['"`]?|unknown name ['"`]?system_?instructions?\b|^instructions (are|is) not (support|allow)/i,
  },
  // quirk: no-stop
  {
    quirk: 'no-stop',
    says: /^(?=[\s\S]*\b(?:unsupported|not support|not permitted|not allowed|unrecognized|unknown|unexpected|extra inputs|additional propert|invalid|too long|too many))[\s\S]*(?:['"`./]stop\b|\b(?:parameter|argument|field|property)s?:? ['"`]?stop\b|\bstop[ _]?sequences?\b|: stop\b|^stop:)/i,
  },
  // quirk: content-with-calls
  {
    quirk: 'empty-content',
    says: /\b(null|none|nil)\b.{0,40}\b(string|text)\b.{0,60}\bcontent\b|\bcontent\b.{0,80}(got null|null is not|got none|is null|cannot be none|may not be null|must not be null|should not be null|invalid type: null|expected (a )?string, (got|received) null|must be (a )?string|should be a valid string|cannot be null|not be null|not nullable|is (a )?required|missing)|NoneType/i,
  },
];

/**
 * quirk: plain-schemas. The last two lines match servers that convert schemas to a grammar, or build a prompt with a
 * template.
 */
const SCHEMA_REFUSED = new RegExp(
  [
    /schema for (function|tool)|(tools?|function_declarations|functions?)\b.{0,160}\bschema|\bschema\b.{0,120}(unsupported|not support|invalid)/,
    /unknown name.{0,80}\btools|function_declarations\[\d+\]\.parameters\b|function_declarations.{0,120}(non-empty|field|format)|(unsupported|not support|invalid)\w*.{0,40}\b(json )?schema/,
    /property keys should match|input_schema|functionDeclaration\b.{0,80}\b(schema|type)\b|\bparameters\b.{0,60}\bschema\b/,
    /(pars|compil|convert|initiali[sz]|creat|build|generat|process|accept)\w*.{0,40}\b(grammar|json schema|samplers?)\b|\bgrammar\b.{0,60}(error|fail|invalid|unsupported|too complex)|invalid grammar|number of repetitions|pattern must start with/,
    /unimplemented keys|(unsupported|unknown|unrecognized)( json)?( schema)? keywords?\b|nesting depth\b.{0,20}schema|schema\b.{0,20}too (complex|deep|large)/,
    /json schema (conversion failed|error)|unrecognized schema|unrecognized type|(unsupported|resolv\w*) (\$?ref)\b|unable to generate parser|(error|fail\w*) (while )?render\w*.{0,20}(prompt|template)|(?<!--)\bjinja (template|exception|error)|value is not callable: null|chat template.{0,40}(error|fail)|xgrammar|llguidance|outlines/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);
