import type { CapabilityObservation, RequestQuirk } from '../../contracts/index.ts';

/**
 * What an error response shows that the next request must do differently, or null. Takes the status and the server's text (as
 * returned by `errorText`). Only these statuses with these wordings are observations; a bad key, a busy server and a missing
 * model never are. The quirks are listed in docs/quirks.md, "What requests must look like".
 */
export function observeRefusal(status: number, text: string): CapabilityObservation | null {
  if (![400, 404, 422, 500, 501].includes(status) || THE_MODEL_FAILED.test(text)) return null;
  const quirk = QUIRKS.find(({ says }) => says.test(text))?.quirk;
  if (quirk !== undefined) return { type: 'request-quirk', quirk, evidence: text };
  return CANNOT_STREAM_TOOLS.test(text) ? { type: 'streams-tools', streamsTools: false, evidence: text } : null;
}

/** The request was valid, but the model's output was not (Groq, quirk: error-event). */
export const THE_MODEL_FAILED =
  /tool_use_failed|malformed_function_call|failed_generation|failed to call a function|tool call validation failed/i;

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
    says: /does not support thinking|thinking\.type\.disabled\b.{0,20}not support|thinking is not (enabled|supported)|thinking_?(config|budget)\b.{0,40}not support/i,
  },
  // quirk: no-reasoning-summary
  { quirk: 'no-reasoning-summary', says: /reasoning summar|reasoning\.summary/i },
  // quirk: no-reasoning
  {
    quirk: 'no-reasoning',
    says: /encrypted content is not supported|['"`]?reasoning(\.effort|\.encrypted_content)?['"`]? is not supported with this model|unsupported (parameter|value): ['"`]?(reasoning(\.effort)?|include)['"`]/i,
  },
  // quirk: answer-limit
  { quirk: 'answer-limit', says: /max_tokens: \d+ > \d+, which is the maximum allowed/i },
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
    says: /system role.{0,20}not support|\brole\b.{0,20}does not support ['"`]?system|got system\b|(unknown|unsupported|unexpected|invalid)( message)? role:? ['"`]?(system|developer)\b|\bdeveloper['"`]? is not one of|system message must be (at the beginning|first)/i,
  },
  // quirk: no-stop
  {
    quirk: 'no-stop',
    says: /^(?=[\s\S]*\b(?:unsupported|not support|not permitted|not allowed|unrecognized|unknown|unexpected|extra inputs|additional propert|invalid|too long|too many))[\s\S]*(?:['"`./]stop\b|\b(?:parameter|argument|field|property)s?:? ['"`]?stop\b|\bstop[ _]?sequences?\b|: stop\b|^stop:)/i,
  },
  // quirk: content-with-calls
  {
    quirk: 'empty-content',
    says: /\bcontent\b.{0,80}(got null|must be (a )?string|should be a valid string|cannot be null|not be null|not nullable|is (a )?required|missing)|NoneType/i,
  },
  // quirk: plain-schemas
  {
    quirk: 'plain-schemas',
    says: /schema for (function|tool)|(tools?|function_declarations|functions?)\b.{0,160}\bschema|\bschema\b.{0,120}(unsupported|not support|invalid).{0,80}|unknown name.{0,80}\btools|function_declarations.{0,120}(non-empty|field|format)|(unsupported|not support|invalid)\w*.{0,40}\b(json )?schema/i,
  },
];

/**
 * Whether an error response says that this model or server takes no tools. Then the same request may succeed with tags. Both
 * halves must match, so that errors about the shape of a tool call, ids or roles do not flip a capability; 401, 403 and 429
 * never do. What only the request must do differently is `observeRefusal`'s, which is asked first. Source of the rule and of
 * the replies tested: docs/quirks.md, "Refusals of tools".
 */
export function saysToolsUnsupported(status: number, text: string): boolean {
  if (![400, 404, 405, 422, 500, 501].includes(status)) return false;
  if (ABOUT_ONE_CALL.test(text)) return false;
  return ABOUT_TOOLS.test(text) && REFUSED.test(text);
}

const ABOUT_ONE_CALL =
  /tool_use_failed|failed_generation|tool[_ ]call[_ ]ids?\b|tool_use_id|thought_signature|reasoning_content|\broles?\b|arguments.{0,40}json|parse tool call/i;
const ABOUT_TOOLS = /\btools?\b|tool[ _-]?(call|use|choice|param)|function[ _-]?call/i;
const REFUSED =
  /not support|unsupported|n't support|does not|no endpoints|requires? --|not enabled|extra inputs|unrecognized|not permitted|disabled/i;

/**
 * Whether an error response to a request with PDFs is about them, so that the same request may succeed with their text; else null.
 * `observation` is null if the server takes PDFs, but not this one: too many pages, a password, damaged. Only to be asked if
 * PDFs were sent as files. Source of the wordings: docs/quirks.md, `refused-pdf`.
 */
export function pdfRefusal(status: number, text: string): { observation: CapabilityObservation | null } | null {
  // quirk: refused-pdf
  if (status === 415 || ([400, 404, 422, 500, 501].includes(status) && PDFS_UNSUPPORTED.test(text)))
    return { observation: { type: 'request-quirk', quirk: 'pdfs-as-text', evidence: text } };
  // With 413 a gateway refuses the size of the request, of which a file is the largest part.
  const isAboutFile = status === 413 || ([400, 422].includes(status) && ABOUT_A_PDF.test(text));
  return isAboutFile ? { observation: null } : null;
}

const PDFS_UNSUPPORTED = new RegExp(
  [
    /['"`]?\b(input_file|inline_?data|documents?( field)?|pdfs?|(application\/)pdf|file (input|content)s?)\b['"`]?.{0,60}(not support|unsupported|n't support|not permitted|not allowed|does not match any|is not available)/,
    /(not support|unsupported|n't support|no endpoints found that support|unknown|unrecognized|invalid (value|type)|unexpected).{0,60}\b(input_file|inline_?data|documents?\b|pdfs?|application\/pdf|['"`]?file['"`]?(?=[.,;\s]|$))/,
    // oMLX and other servers whose content is text and pictures
    /\bcontent\b.{0,200}input should be ('text'|a valid string)|media_type: input should be 'image\//,
  ]
    .map(({ source }) => source)
    .join('|'),
  'is',
);

/** Gemini names no reason for some files (googleapis/js-genai#862). */
const ABOUT_A_PDF = /\bpdfs?\b|document has no pages|\bfile_data\b|input_file|request contains an invalid argument/i;
