import {
  answerSources,
  listTexts,
  listToolCalls,
  type Message,
  openedPage,
  type ThreadState,
  type ToolCall,
  type WebSource,
} from '../../contracts/index.ts';
import { cleanText } from '../../text/index.ts';

/** The number of the page that each call has read. */
export type SourceNumbers = ReadonlyMap<ToolCall, number>;

/**
 * Returns the web pages that a chat has read, numbered in the order of their calls. A page keeps its number in all
 * later questions. Search results are not sources, because only excerpts of them were read.
 */
export function webSources(state: Pick<ThreadState, 'messages'>): WebSource[] {
  const sources = new Map<string, { url: string; title: string; texts: string[] }>();
  for (const call of openings(state)) {
    const entry = sources.get(call.url);
    if (entry) entry.texts.push(call.text);
    else sources.set(call.url, { url: call.url, title: call.title, texts: [call.text] });
  }
  return [...sources.values()].map((source, index) => ({ number: index + 1, ...source }));
}

export function sourceNumbers(state: Pick<ThreadState, 'messages'>): SourceNumbers {
  const urls = new Map<string, number>();
  const numbers = new Map<ToolCall, number>();
  for (const { call, url } of openings(state)) {
    if (!urls.has(url)) urls.set(url, urls.size + 1);
    numbers.set(call, urls.get(url) ?? 0);
  }
  return numbers;
}

function openings({ messages }: Pick<ThreadState, 'messages'>) {
  const steps = messages.flatMap((message) => (message.role === 'assistant' ? message.steps : []));
  return steps.flatMap(listToolCalls).flatMap((call) => {
    const page = openedPage(call);
    return page === null ? [] : [{ call, ...page }];
  });
}

/** Returns the sources of an answer as a list to copy below its `text`. Empty if there are none. */
export function sourcesMarkdown(text: string, message: Message, sources: readonly WebSource[]): string {
  if (message.role === 'user') return '';
  return answerSources(text, message, sources)
    .map(({ number, title, url }) => `- [${number}] ${escapeMarkdownLine(title)}: <${url}>`)
    .join('\n');
}

/** Puts untrusted text of pages and models on one line and escapes Markdown. */
export function escapeMarkdownLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|!]/g, '\\$&');
}

/** Returns the text of a message as Markdown, for copying. For an answer, without its preambles. */
export function messageMarkdown(message: Message): string {
  if (message.role === 'user') return message.content;
  const texts = message.steps.map((step) => ({
    isWork: step.decision === 'tools',
    text: listTexts(step).join('').trim(),
  }));
  const nonEmpty = texts.filter(({ text }) => text !== '');
  const answers = nonEmpty.filter(({ isWork }) => !isWork);
  // Invisible characters could smuggle what was read to wherever the user pastes the text.
  return cleanText((answers.length > 0 ? answers : nonEmpty).map(({ text }) => text).join('\n\n'));
}
