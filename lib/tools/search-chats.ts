import * as z from 'zod';
import {
  type ChatPassage,
  type ChatText,
  defineTool,
  label,
  type PageBlock,
  type ToolPreview,
} from '../contracts/index.ts';
import { oneLine } from '../page-reader/dom/index.ts';
import { rankPassages, wordStarts } from '../page-reader/query/index.ts';
import { cutOutsideSecrets } from '../security/index.ts';
import { formatLocalDay } from '../text/index.ts';
import { linesWithinBudget, READ_ONLY_ANNOTATIONS } from './page-tool.ts';

const MAX_QUERY = 400;
const MAX_PASSAGES = 8;
const MAX_OF_MESSAGE = 2;
const DAY_MS = 86_400_000;

/** The period to search, as two parameters of a tool. */
export const PERIOD_PARAMETERS = {
  since: z.string().optional().describe('First day, YYYY-MM-DD.'),
  until: z.string().optional().describe('Last day, YYYY-MM-DD.'),
};

export const searchChats = defineTool({
  name: 'search_chats',
  title: 'Search chats',
  description: "Searches the user's other chats with you.\n" + 'Gives passages with the title and day of their chat.',
  inputSchema: z.strictObject({
    query: z.string().trim().min(1).max(MAX_QUERY).describe('What it was about, in a few words.'),
    ...PERIOD_PARAMETERS,
  }),
  annotations: READ_ONLY_ANNOTATIONS,
  view: {
    category: 'own-data',
    icon: 'messages-square',
    labels: [{ phrase: 'toolSearchChats', values: { words: 'query' } }, { phrase: 'toolOwnChats' }],
  },
  effects: { optIn: { type: 'own-data', kind: 'chats' } },
  async *execute({ query, since = '', until = '' }, context) {
    if (context.own === null) throw new Error('Chats cannot be searched here.');
    yield { label: label('progressSearchChats') };
    const { times, notes } = parsePeriod(since, until);
    const texts = await context.own.chatTexts(
      { starts: wordStarts(query), ...times, exceptThreadId: context.answer.threadId },
      context.signal,
    );
    const documents = texts.map((text) => ({ text, title: text.title, blocks: blocksOfText(text.text) }));
    const ranked = rankPassages(documents, query, { limit: MAX_PASSAGES, ofEach: MAX_OF_MESSAGE });
    const lines = linesWithinBudget(
      ranked.map(({ document, text }) => {
        const { date, title } = toChatPassage(document.text, text);
        return `- ${who(document.text)} on ${date}, in the chat "${cutOutsideSecrets(title, 150)}":\n${text}`;
      }),
      context,
    );
    const hits = ranked.slice(0, lines.length).map(({ document, text }) => toChatPassage(document.text, text));
    const resultTexts = lines.length > 0 ? lines : ['Nothing in other chats fits. Try other words, or say so.'];
    const preview: ToolPreview = { kind: 'chats', items: hits };
    return {
      content: [...notes, ...resultTexts].join('\n\n'),
      details: { source: 'chats', hits: hits.length, ...(hits.length > 0 ? { preview } : {}) },
    };
  },
});

function who({ author }: ChatText): string {
  return author === 'user' ? 'The user wrote' : 'You answered';
}

function toChatPassage({ threadId, messageId, title, at }: ChatText, text: string): ChatPassage {
  return { threadId, messageId, title, date: formatLocalDay(at), text };
}

/** The period between two days, both included, in milliseconds since 1970, and notes about invalid days. */
export function parsePeriod(
  since: string,
  until: string,
): { times: { since: number | null; until: number | null }; notes: string[] } {
  const [from, to] = [since, until].map(startOfDay);
  const notes = [[since, from] as const, [until, to] as const].flatMap(([text, at]) =>
    text.trim() !== '' && at === null ? [`Note: "${oneLine(text, 40)}" is no day; write YYYY-MM-DD.`] : [],
  );
  return { times: { since: from ?? null, until: to == null ? null : nextDay(to) }, notes };
}

function startOfDay(text: string): number | null {
  const [, year, month, day] = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text) ?? [];
  if (year === undefined) return null;
  const at = new Date(Number(year), Number(month) - 1, Number(day)).getTime();
  return Number.isNaN(at) ? null : at;
}

function nextDay(at: number): number {
  const noonAfter = new Date(at + DAY_MS * 1.5);
  return new Date(noonAfter.getFullYear(), noonAfter.getMonth(), noonAfter.getDate()).getTime();
}

/** Messages are Markdown: paragraphs, with headings on separate lines. */
function blocksOfText(text: string): PageBlock[] {
  return text.split(/\n{2,}/).flatMap((markdown): PageBlock[] => {
    if (markdown.trim() === '') return [];
    const level = /^(#{1,6}) \S[^\n]*$/.exec(markdown)?.[1]?.length ?? null;
    return [{ markdown, kind: level === null ? 'paragraph' : 'heading', headingLevel: level }];
  });
}
