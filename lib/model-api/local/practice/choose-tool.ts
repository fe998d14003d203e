import { sampleArguments } from './sample-arguments.ts';
import type { OfferedTool } from './tool-offer.ts';
import { isContentWord, wordsOf } from './words.ts';

/** A call the practice model makes; `argumentsText` is normally JSON. */
export type PracticeCall = { toolName: string; argumentsText: string };

const quotedPhrase = /["“„«「『]([^"“”„«»「」『』]{2,80})["”“»」』]/u;
const searching = /\b(?:find|search|where|locate|mention(?:s|ed)?)\b|搜索|查找|哪里|在哪|探し|検索|どこ|찾아|어디/iu;

/** The most useful call for this question among the offered tools. */
export function chooseCall(question: string, tools: readonly OfferedTool[]): PracticeCall {
  const offers = (name: string) => tools.some((tool) => tool.name === name);
  if (/\b(?:tabs|open tab)\b/i.test(question) && offers('list_tabs')) return call('list_tabs', {});
  if (asksForSelection(question) && offers('read_selection')) {
    return call('read_selection', {});
  }
  const query = searchQuery(question);
  if (query !== '' && offers('find_in_page')) return call('find_in_page', { query });
  const [first] = tools;
  if (offers('read_page') || first === undefined) return call('read_page', {});
  return call(first.name, sampleArguments(first.parameters, question));
}

export function asksForSelection(question: string): boolean {
  return /\b(?:selection|selected|highlight(?:ed)?)\b|選択|选中/iu.test(question);
}

/** The search query: a quoted phrase, or the longest run of content words in a question that asks to search. */
function searchQuery(question: string): string {
  const quoted = quotedPhrase.exec(question)?.[1]?.trim();
  if (quoted) return quoted;
  return searching.test(question) ? longestPhrase(question) : '';
}

/** The longest run of content words, as written; '' if there are none. */
export function longestPhrase(text: string): string {
  const runs: string[] = [];
  let start: number | null = null;
  let end = 0;
  for (const word of wordsOf(text)) {
    const isNeighbour = start !== null && /^[\s'’-]*$/.test(text.slice(end, word.start));
    if (!isContentWord(word.text)) {
      start = null;
      continue;
    }
    if (!isNeighbour) start = word.start;
    end = word.end;
    runs.push(text.slice(start ?? word.start, end));
  }
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
}

export function call(toolName: string, input: Record<string, unknown>): PracticeCall {
  return { toolName, argumentsText: JSON.stringify(input) };
}
