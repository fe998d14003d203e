import {
  type AssistantMessage,
  type ContextPart,
  type FactCheckRequest,
  isOfTab,
  listTexts,
  listToolCalls,
  type Message,
  openedPage,
  type ReadText,
  type Step,
  type ToolCall,
  type UserMessage,
} from '../../contracts/index.ts';
import { formatLocalDay } from '../../text/index.ts';
import { sourceNumbers } from './answer-text.ts';

/** Longer answers, and chats that have read more, are not checked. In characters. */
const MAX_LENGTHS = { answer: 200_000, sources: 2_500_000 };

/**
 * Returns the request to check the answer at `index` of a chat: everything that the chat has read until the end of that
 * answer, and the user's words. Null if nothing was read, if it is too long, or if the model saw pictures, because
 * their facts are not in any text.
 */
export function factCheckRequest(messages: readonly Message[], index: number): FactCheckRequest | null {
  const run = messages[index];
  if (run?.role !== 'assistant') return null;
  const parts = answerParts(run);
  const before = messages.slice(0, index + 1);
  if (parts.length === 0 || hasPictures(before, run)) return null;
  const sources = readTexts(before);
  if (sources.every(({ place }) => place.type === 'user')) return null;
  if (totalLength(parts) > MAX_LENGTHS.answer) return null;
  if (totalLength(sources.map(({ text }) => text)) > MAX_LENGTHS.sources) return null;
  const question = before.findLast((message) => message.role === 'user');
  return { parts, sources, question: question?.content ?? '', given: formatLocalDay(question?.at ?? run.at) };
}

/** Returns the texts of an answer in the order in which they are shown, without its preambles. */
function answerParts({ steps }: AssistantMessage): string[] {
  return steps
    .filter(({ decision, stale }) => decision !== 'tools' && !stale)
    .flatMap(listTexts)
    .map((text) => text.replace(/\r\n?/g, '\n'))
    .filter((text) => text.trim() !== '');
}

function totalLength(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** Pictures of tools are only sent to the model in the run that took them. */
function hasPictures(messages: readonly Message[], { steps }: AssistantMessage): boolean {
  const isAttached = messages.some(({ role, ...message }) =>
    role === 'user' && 'files' in message ? (message.files ?? []).some(({ type }) => type === 'image') : false,
  );
  return (
    isAttached || steps.flatMap(listToolCalls).some((call) => 'output' in call && (call.output.images ?? []).length > 0)
  );
}

/** Returns everything that was read in these messages, oldest first, each text once. */
export function readTexts(messages: readonly Message[]): ReadText[] {
  const numbers = sourceNumbers({ messages });
  const texts = messages.flatMap((message) =>
    message.role === 'user' ? textsOfQuestion(message) : textsOfRun(message, numbers),
  );
  const seenTexts = new Set<string>();
  return texts.filter(({ text }) => text.trim() !== '' && !seenTexts.has(text) && seenTexts.add(text));
}

function textsOfQuestion({ content, files = [] }: UserMessage): ReadText[] {
  const fileTexts = files.flatMap((file): ReadText[] =>
    file.type === 'image' ? [] : [{ text: file.text, title: file.name, place: { type: 'other' } }],
  );
  return [{ text: content, title: '', place: { type: 'user' } }, ...fileTexts];
}

function textsOfRun(run: AssistantMessage, numbers: ReadonlyMap<ToolCall, number>): ReadText[] {
  const steerTexts = run.steers.map(({ content }): ReadText => ({ text: content, title: '', place: { type: 'user' } }));
  return [
    ...run.contexts.flatMap((part) => textsOfContext(part, run)),
    ...run.steps.flatMap((step) => textsOfStep(step, run, numbers)),
    ...steerTexts,
  ];
}

/** The markers of gaps between passages. Their numbers are not from the page. */
const GAP = /^\[… about [\d,]+ tokens left out …\]$/gm;

function textsOfContext(part: ContextPart, run: AssistantMessage): ReadText[] {
  if (part.state !== 'available') return [];
  const { text, unsentText = '', source } = part.context;
  const place = isOfTab(part, run.tabId)
    ? ({ type: 'page', runId: run.messageId } as const)
    : ({ type: 'other' } as const);
  return [text, unsentText].map((read) => ({ text: read.replace(GAP, ''), title: source.title, place }));
}

function textsOfStep(step: Step, run: AssistantMessage, numbers: ReadonlyMap<ToolCall, number>): ReadText[] {
  return listToolCalls(step).flatMap((call): ReadText[] => {
    if (call.state !== 'output-available') return [];
    const number = numbers.get(call);
    const { url, title } = call.output.details ?? {};
    const name = typeof title === 'string' ? title : '';
    if (number !== undefined)
      return [{ text: call.output.content, title: openedPage(call)?.title ?? name, place: { type: 'web', number } }];
    const isPage = typeof url === 'string' && url === run.page?.url;
    const text = withoutEcho(call.output.content, call.input, isPage);
    return [{ text, title: name, place: isPage ? { type: 'page', runId: run.messageId } : { type: 'other' } }];
  });
}

/** Shorter arguments are words that are likely in any result. */
const MIN_ECHO_LENGTH = 4;

/**
 * Removes repeated arguments from a result, because the model wrote them and they prove nothing. A page may contain the
 * same words, so there only text in quotation marks counts as a repetition.
 */
function withoutEcho(content: string, input: unknown, isPage: boolean): string {
  return stringsIn(input).reduce((text, value) => {
    if (isPage) return text.replaceAll(`"${value}"`, '""');
    return value.length < MIN_ECHO_LENGTH ? text : text.replaceAll(value, ' ');
  }, content);
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
