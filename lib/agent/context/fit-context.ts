import type { AttachedData, ModelMessage } from '../../contracts/index.ts';
import { memoize } from '../../control-flow/index.ts';
import { estimateTokens, textAtEnd, textAtStart } from '../../text/index.ts';

/** Tokens kept of an older result: enough to recognize it and see how it ended. */
const OLDER_RESULT_TOKENS = 400;
/**
 * The minimum kept of a result that the model has not answered yet, unless that alone takes more than half of the room.
 */
const LATEST_RESULT_TOKENS = 1_600;

/** Placeholders for a page that only earlier questions needed, and for the rest of a truncated page. */
const PAGE_LEFT_OUT = '[omitted: over the length limit]';
const PAGE_CUT = '\n\n[the rest of the page is omitted: over the length limit]';

/** The room for the note that a text was shortened or a page truncated, in tokens. */
const NOTE_TOKENS = 30;

/** Tokens that a chat template and delimiters add to a message, a call, a result and attached data. */
const FRAME_TOKENS = { message: 5, call: 20, result: 30, data: 30 };

type Question = Extract<ModelMessage, { role: 'user' }>;

export type FittedContext = {
  messages: ModelMessage[];
  /**
   * The most severe kind of loss. From the most to the least severe: exchanges were omitted, attached files were
   * shortened, a needed page was shortened, results were shortened or omitted with their calls, pages of earlier
   * questions were omitted. Null if nothing was lost.
   */
  lost: 'messages' | 'files' | 'page' | 'results' | 'pages' | null;
  /** Whether a needed page was shortened. */
  isPageCut: boolean;
};

/**
 * Reduces a conversation to `budget` tokens as far as possible, in this order. It omits pages that only earlier
 * questions needed, oldest first, and steps of the last exchange without new results. It shortens older tool results
 * and files, oldest first. It omits whole exchanges, oldest first, except the first question, the last exchange and the
 * pages that this needs. It shortens the newest pages, results and files. Finally, it omits steps of the last exchange,
 * except the last one. Calls and their results always stay together.
 */
export function fitContext(messages: readonly ModelMessage[], budget: number): FittedContext {
  if (contextTokens(messages) <= budget) return { messages: [...messages], lost: null, isPageCut: false };
  const withoutPages = dropEarlierPages(messages, budget);
  const withoutRepeats = leaveOutSteps(withoutPages, budget, hasNoNewResult);
  const latest = latestResults(withoutRepeats);
  const questionIndex = lastQuestion(withoutRepeats);
  const shorter = shortenTexts(withoutRepeats, budget, OLDER_RESULT_TOKENS, {
    mayShorten: (index) => index < latest && index !== questionIndex,
    isLastResort: false,
  });
  const fewer = leaveOutExchanges(shorter, budget);
  const keptOfLatest = Math.min(LATEST_RESULT_TOKENS, Math.floor(budget / 2));
  const shortest = shortenTexts(fewer, budget, keptOfLatest, { mayShorten: () => true, isLastResort: true });
  const fitted = leaveOutSteps(shortest, budget, () => true);
  const isPageCut = fitted.some((message) => dataIn(message).some(({ page, text }) => page && text.endsWith(PAGE_CUT)));
  return { messages: fitted, lost: lostIn({ messages, withoutPages, shorter, fewer, fitted, isPageCut }), isPageCut };
}

type Stages = Record<'messages' | 'withoutPages' | 'shorter' | 'fewer' | 'fitted', readonly ModelMessage[]> & {
  isPageCut: boolean;
};

function lostIn({ messages, withoutPages, shorter, fewer, fitted, isPageCut }: Stages): FittedContext['lost'] {
  if (fewer.length < shorter.length) return 'messages';
  const changedMessages = fitted.filter((message, index) => message !== withoutPages[index]);
  const files = (all: readonly ModelMessage[]) => all.flatMap(dataIn).filter(({ page }) => page === undefined);
  const before = files(withoutPages);
  if (files(fitted).some(({ text }, index) => text !== before[index]?.text)) return 'files';
  if (isPageCut) return 'page';
  if (changedMessages.length > 0) return 'results';
  return withoutPages.some((message, index) => message !== messages[index]) ? 'pages' : null;
}

/** Returns the index of the question that the last exchange begins with. */
function lastQuestion(messages: readonly ModelMessage[]): number {
  return messages.findLastIndex((message) => message.role === 'user' && !message.continuesExchange);
}

function dataIn(message: ModelMessage): readonly AttachedData[] {
  return message.role === 'user' ? (message.attached?.data ?? []) : [];
}

/** Estimates the tokens of a conversation, including arguments and reasoning. */
export function contextTokens(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + messageTokens(message), 0);
}

/** Tokens of a picture in the size that Sidenote sends. */
const IMAGE_TOKENS = 1_500;

/** Memoized, because fitting compares many selections of the same messages. */
const messageTokens = memoize((message: ModelMessage): number => {
  const content = estimateTokens(message.content) + FRAME_TOKENS.message;
  if (message.role === 'user')
    return content + estimateTokens(message.preface ?? '') + attachedTokens(message.attached);
  if (message.role === 'tool') return content + FRAME_TOKENS.result + (message.images?.length ?? 0) * IMAGE_TOKENS;
  const calls = message.toolCalls.reduce(
    (sum, call) => sum + estimateTokens(JSON.stringify(call.input)) + FRAME_TOKENS.call,
    0,
  );
  return content + estimateTokens(message.reasoning) + calls;
});

function attachedTokens(attachments: Question['attached']): number {
  if (attachments === undefined) return 0;
  const texts = attachments.data.reduce(
    (sum, { label, text }) => sum + estimateTokens(label) + estimateTokens(text) + FRAME_TOKENS.data,
    0,
  );
  const pdfs = attachments.pdfs?.reduce((sum, { tokens }) => sum + tokens, 0) ?? 0;
  return texts + attachments.images.length * IMAGE_TOKENS + pdfs;
}

/** Returns the index of the first result that the model has not answered yet. */
function latestResults(messages: readonly ModelMessage[]): number {
  return messages.findLastIndex((message) => message.role !== 'tool') + 1;
}

function shortenTexts(
  messages: readonly ModelMessage[],
  budget: number,
  minTokens: number,
  { mayShorten, isLastResort }: { mayShorten: (index: number) => boolean; isLastResort: boolean },
): ModelMessage[] {
  let excess = contextTokens(messages) - budget;
  const shorten = (text: string, toTokens: (text: string, tokens: number) => string) => {
    if (excess <= 0) return text;
    const before = estimateTokens(text);
    const short = toTokens(text, Math.max(minTokens, before - excess - NOTE_TOKENS));
    if (short !== text) excess -= before - estimateTokens(short);
    return short;
  };
  const cutMiddle = (text: string, howToGoOn: string) =>
    shorten(text, (whole, tokens) => headAndTail(whole, tokens, howToGoOn));
  const cutPage = (text: string) => (isLastResort ? shorten(text, beginningOfPage) : text);
  return messages.map((message, index) => {
    if (!mayShorten(index)) return message;
    if (message.role === 'tool') {
      const content = cutMiddle(message.content, 'read again if needed');
      return content === message.content ? message : { ...message, content };
    }
    if (message.role !== 'user' || message.attached === undefined) return message;
    const { attached } = message;
    const data = attached.data.map((each) => ({
      ...each,
      text: each.page === undefined ? cutMiddle(each.text, 'the rest does not fit') : cutPage(each.text),
    }));
    const isChanged = data.some(({ text }, at) => text !== attached.data[at]?.text);
    return isChanged ? { ...message, attached: { ...attached, data } } : message;
  });
}

/**
 * Keeps the beginning and the end of a text, `tokens` in total, with a note between them. Returns the text unchanged if
 * it would hardly get shorter.
 */
function headAndTail(text: string, tokens: number, howToGoOn: string): string {
  if (estimateTokens(text) <= tokens + NOTE_TOKENS) return text;
  const head = textAtStart(text, (tokens * 2) / 3);
  const tail = textAtEnd(text.slice(head.length), tokens / 3);
  const keptLength = head.length + tail.length;
  return `${head}\n[shortened: ${keptLength} of ${text.length} characters; ${howToGoOn}]\n${tail}`;
}

/** Returns the blocks at the beginning of a page that fit into `tokens`. Blocks are separated by a blank line. */
function beginningOfPage(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens + NOTE_TOKENS) return text;
  const start = textAtStart(text, tokens);
  const end = text.lastIndexOf('\n\n', start.length);
  return `${end > 0 ? text.slice(0, end) : start}${PAGE_CUT}`;
}

/** Omits the pages that only earlier questions needed, oldest first, until the rest fits. */
function dropEarlierPages(messages: readonly ModelMessage[], budget: number): ModelMessage[] {
  let excess = contextTokens(messages) - budget;
  return messages.map((message) => {
    if (excess <= 0 || message.role !== 'user' || !message.attached?.data.some(({ page }) => page === 'earlier'))
      return message;
    const { attached } = message;
    const data = attached.data.map((each) => (each.page === 'earlier' ? { ...each, text: PAGE_LEFT_OUT } : each));
    const shorterMessage = { ...message, attached: { ...attached, data } };
    excess -= messageTokens(message) - messageTokens(shorterMessage);
    return shorterMessage;
  });
}

function leaveOutExchanges(messages: readonly ModelMessage[], budget: number): ModelMessage[] {
  const starts = messages.flatMap((message, index) =>
    message.role === 'user' && !message.continuesExchange ? [index] : [],
  );
  const first = messages[starts[0] ?? -1];
  if (first?.role !== 'user' || starts.length < 2) return [...messages];
  // Omits the first answer, then also the second exchange, and so on. The last exchange stays.
  const candidates = starts.slice(1).map((start) => {
    const question = {
      ...first,
      content: `${first.content}\n\n[${start - 1} messages omitted: over the length limit]`,
    };
    if (start === 1) return [...messages];
    return withPages([question, ...messages.slice(start)], neededPages(messages.slice(1, start)));
  });
  if (contextTokens(messages) <= budget) return [...messages];
  return candidates.find((candidate) => contextTokens(candidate) <= budget) ?? candidates.at(-1) ?? [...messages];
}

/**
 * Omits steps of the last exchange for which `mayLeaveOut` holds until the rest fits. Those with the smallest results
 * are omitted first, and the last step never. A model that repeats its calls fills a small window with calls that
 * cannot be shortened. `mayLeaveOut` receives the results of a step.
 */
function leaveOutSteps(
  messages: readonly ModelMessage[],
  budget: number,
  mayLeaveOut: (results: readonly ModelMessage[]) => boolean,
): ModelMessage[] {
  const questionIndex = lastQuestion(messages);
  const question = messages[questionIndex];
  let excess = contextTokens(messages) - budget;
  if (excess <= 0 || question?.role !== 'user') return [...messages];
  const starts = messages.flatMap(({ role }, index) => (role === 'assistant' && index > questionIndex ? [index] : []));
  const steps = starts.slice(0, -1).flatMap((start) => {
    const end = messages.findIndex(({ role }, index) => index > start && role !== 'tool');
    const step = messages.slice(start, end);
    return step.length > 1 && mayLeaveOut(step.slice(1)) ? [{ step, held: contextTokens(step.slice(1)) }] : [];
  });
  const leftOut = new Set<ModelMessage>();
  for (const { step } of steps.sort((a, b) => a.held - b.held)) {
    if (excess <= 0) break;
    for (const message of step) leftOut.add(message);
    excess -= contextTokens(step);
  }
  if (leftOut.size === 0) return [...messages];
  const rest = messages.filter((message) => !leftOut.has(message));
  const calls = [...leftOut].filter(({ role }) => role === 'tool').length;
  const note = `[${calls} tool calls for this omitted: over the length limit]`;
  return rest.with(questionIndex, { ...question, content: `${question.content}\n\n${note}` });
}

/** Whether these results are only errors or repetitions of earlier results. */
function hasNoNewResult(results: readonly ModelMessage[]): boolean {
  return results.every((result) => result.role === 'tool' && (result.isError || result.isRepeat === true));
}

function neededPages(messages: readonly ModelMessage[]): { delimiter: string; data: AttachedData }[] {
  return messages.flatMap((message) =>
    message.role === 'user' && message.attached !== undefined
      ? message.attached.data.flatMap((data) =>
          data.page === 'needed' ? [{ delimiter: message.attached?.delimiter ?? '', data }] : [],
        )
      : [],
  );
}

/** Moves the pages of the last question to that question if the questions they were attached to are omitted. */
function withPages(
  messages: ModelMessage[],
  pages: readonly { delimiter: string; data: AttachedData }[],
): ModelMessage[] {
  const questionIndex = lastQuestion(messages);
  const question = messages[questionIndex];
  const [page] = pages;
  if (page === undefined || question?.role !== 'user') return messages;
  const before = question.attached ?? { delimiter: page.delimiter, data: [], images: [] };
  const attachments = { ...before, data: [...pages.map((each) => each.data), ...before.data] };
  return messages.with(questionIndex, { ...question, attached: attachments });
}
