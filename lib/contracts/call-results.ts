import * as z from 'zod';
import { CITATION } from './citation.ts';
import { type AssistantMessage, listToolCalls, type ToolCall } from './thread.ts';
import type { WebSource } from './web.ts';

const FoundTabs = z.array(z.object({ tabId: z.number(), url: z.string() }));

/** Returns the tabs that a result of `search_tabs` has passages from, by id and address, taken from its details. */
export function foundTabs(call: ToolCall): { tabId: number; url: string }[] {
  if (call.toolName !== 'search_tabs' || call.state !== 'output-available') return [];
  return FoundTabs.catch([]).parse(call.output.details?.tabs);
}

/** Returns the web page that a call opened, with the text that was read from it. Null for other calls. */
export function openedPage(call: ToolCall): (Omit<WebSource, 'number' | 'texts'> & { text: string }) | null {
  if (call.toolName !== 'open_page' || call.state !== 'output-available') return null;
  const { url, title } = call.output.details ?? {};
  if (typeof url !== 'string') return null;
  return { url, title: typeof title === 'string' ? title : url, text: call.output.content };
}

/** Returns the sources of a chat that this answer opened. */
export function openedSources({ steps }: AssistantMessage, sources: readonly WebSource[]): WebSource[] {
  const urls = new Set(steps.flatMap(listToolCalls).map((call) => openedPage(call)?.url));
  return sources.filter(({ url }) => urls.has(url));
}

/**
 * Returns the sources that a text cites, in the order of their numbers. Only opened pages are sources, so nothing else
 * can be cited.
 */
export function citedSources(text: string, sources: readonly WebSource[]): WebSource[] {
  const numbers = new Set([...text.matchAll(CITATION)].flatMap(([, list = '']) => list.split(',').map(Number)));
  return sources.filter(({ number }) => numbers.has(number));
}

/**
 * Returns the sources to list below `text` of an answer: those that it cites or, if it cites none, those that were
 * opened for the answer.
 */
export function answerSources(text: string, answer: AssistantMessage, sources: readonly WebSource[]): WebSource[] {
  const cited = citedSources(text, sources);
  return cited.length > 0 ? cited : openedSources(answer, sources);
}
