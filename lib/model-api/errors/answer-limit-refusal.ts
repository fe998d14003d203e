/** Fewer tokens than this are not enough for an answer, so the conversation must be shortened instead. */
const MIN_ANSWER = 512;
/** Used if the server does not report a limit. In tokens. */
const USUAL_LIMIT = 4_096;

/**
 * The maximum answer length that a request may set, taken from the refusal of a larger one; null if the refusal is
 * about something else, such as a conversation that leaves no room for an answer (quirk: answer-limit).
 */
export function answerLimit(text: string): number | null {
  if (!NAMED.test(text) || !TOO_LARGE.test(text) || TOO_SMALL.test(text)) return null;
  const room = roomBeside(text);
  if (room !== null)
    return room.left >= Math.max(MIN_ANSWER, room.window / 8) ? Math.min(room.left, room.window / 2) : null;
  if (
    /context (?:length|window)|\binput (?:token|length)|prompt|messages/i.test(text) &&
    !/completion tokens/i.test(text)
  )
    return null;
  return limitIn(text) ?? USUAL_LIMIT;
}

const NAMED =
  /max[_ ]?(?:completion_|output_|new_)?tokens\b|maxOutputTokens|num_predict|max(?:imum)? (?:number of )?(?:output |completion |new |generated? )tokens|max(?:imum)? tokens (?:you )?(?:requested|to generate)|output (?:token )?limit|\bin the (?:completion|output)\b|tokens for the (?:completion|output)/i;
const TOO_LARGE =
  /too (?:large|big|high|many|long)|exceed|greater|more than|less than|lower|at most|larger|above|beyond|\d ?> ?\d|must be|should be|up to|range|limit|<=|≤|maximum (?:allowed|value)|supports? (?:at most|up to|only)|however,? you requested|out of|范围|超[过出]|最大/i;
/** The window is full, or the refusal is about another parameter. */
const TOO_SMALL =
  /at least 1\b|must be positive|got (?:0|-\d+)\b|greater than (?:0|zero)\b|max_tokens_exceeded|(?:not |un)support\w*.{0,60}use ['"`]?max_|budget/i;

/**
 * How much of the window remains after the prompt: `maximum context length is 8192 … 900 input tokens`, `199000 + 16384
 * > 200000`.
 */
function roomBeside(text: string): { window: number; left: number } | null {
  const sum = /([\d,]+) ?\+ ?[\d,]+ ?> ?([\d,]+)/.exec(text);
  const window = sum?.[2] ?? /context (?:length|window|size|limit)\D{0,30}?([\d,]{3,})/i.exec(text)?.[1];
  const input =
    sum?.[1] ??
    /([\d,]+) (?:tokens )?(?:in the (?:messages|input|prompt)|(?:of|from) (?:the )?(?:text )?(?:input|messages|prompt)|(?:input|prompt|message) tokens|in your prompt)/i.exec(
      text,
    )?.[1];
  if (window === undefined || input === undefined) return null;
  return { window: toNumber(window), left: toNumber(window) - toNumber(input) };
}

const NUMBER = '([\\d][\\d,_]*)';
/** Tried in this order. Of a pair of numbers, the second is the limit. */
const LIMITS: readonly { says: RegExp; isBelow?: boolean }[] = [
  { says: new RegExp(`\\d ?> ?${NUMBER}`) },
  {
    says: new RegExp(`(?:range|between|from|范围)\\D{0,40}\\d+\\D{1,20}?${NUMBER} ?\\(exclusive\\)`, 'i'),
    isBelow: true,
  },
  { says: new RegExp(`(?:range|between|from|范围)\\D{0,40}\\d+\\D{1,20}?${NUMBER}`, 'i') },
  {
    says: new RegExp(
      `(?:<=|≤|less than or equal to|at most|up to|no more than|not exceed|maximum(?: \\w+){0,3} (?:is|of|value)|limit(?: \\w+){0,2} (?:is|of)|supports?(?: only)?|maximum:?|limited to)\\D{0,25}${NUMBER}`,
      'i',
    ),
  },
  { says: new RegExp(`(?:最大(?:值)?|不能超过|不超过)\\D{0,6}${NUMBER}`) },
  { says: new RegExp(`(?:lower than|less than|smaller than|below|<)\\D{0,12}${NUMBER}`, 'i'), isBelow: true },
  { says: new RegExp(`(?:exceeds?|greater than|larger than|more than|above)\\D{0,60}${NUMBER}`, 'i') },
];

function limitIn(text: string): number | null {
  for (const { says, isBelow } of LIMITS) {
    const tokenLimit = toNumber(says.exec(text)?.[1] ?? '');
    if (tokenLimit > 1) return isBelow === true ? tokenLimit - 1 : tokenLimit;
  }
  return null;
}

function toNumber(digits: string): number {
  return Number(digits.replace(/[,_]/g, ''));
}
