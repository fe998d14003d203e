import * as z from 'zod';
import {
  type BrowserPermission,
  defineTool,
  type Label,
  label,
  type PageBlock,
  type SavedPage,
  type SearchResult,
  type Tool,
  type ToolContext,
  type ToolIcon,
  type ToolPhrase,
} from '../contracts/index.ts';
import { rankPassages, wordStarts } from '../page-reader/query/index.ts';
import { cutOutsideSecrets } from '../security/index.ts';
import { decodedComponent, formatLocalDay } from '../text/index.ts';
import { linesWithinBudget, READ_ONLY_ANNOTATIONS } from './page-tool.ts';
import { PERIOD_PARAMETERS, parsePeriod } from './search-chats.ts';
import { callsToOpen } from './web-search.ts';

const MAX_QUERY = 400;
const MAX_PAGES = 8;

export const searchBookmarks = searchTool({
  from: 'bookmarks',
  title: 'Search bookmarks',
  description: "Searches titles, addresses and folders of the user's bookmarks.",
  asking: label('askBookmarks'),
  progress: label('progressSearchBookmarks'),
  icon: 'bookmark',
  phrases: ['toolSearchBookmarks', 'toolOwnBookmarks'],
  hasPeriod: false,
});

export const searchHistory = searchTool({
  from: 'history',
  title: 'Search history',
  description: 'Searches titles and addresses of the pages the user has visited in this browser.',
  asking: label('askHistory'),
  progress: label('progressSearchHistory'),
  icon: 'history',
  phrases: ['toolSearchHistory', 'toolOwnHistory'],
  hasPeriod: true,
});

type Kind = {
  from: BrowserPermission;
  title: string;
  description: string;
  /** The texts for the approval request and for the progress of a search. */
  asking: Label;
  progress: Label;
  icon: ToolIcon;
  phrases: [withQuery: ToolPhrase, without: ToolPhrase];
  hasPeriod: boolean;
};

function searchTool({ from, title, description, asking, progress, icon, phrases, hasPeriod }: Kind): Tool {
  const query = z.string().trim().min(1).max(MAX_QUERY).describe('What to look for, in a few words.');
  return defineTool<{ query: string; since?: string | undefined; until?: string | undefined }>({
    name: `search_${from}`,
    title,
    description,
    inputSchema: hasPeriod ? z.strictObject({ query, ...PERIOD_PARAMETERS }) : z.strictObject({ query }),
    annotations: READ_ONLY_ANNOTATIONS,
    view: {
      category: 'own-data',
      icon,
      countsAs: 'search',
      labels: [{ phrase: phrases[0], values: { words: 'query' } }, { phrase: phrases[1] }],
    },
    effects: {
      optIn: { type: 'own-data', kind: from },
      needs: () => ({ type: 'browser-permission', permission: from, reason: asking }),
    },
    async *execute({ query: words, since = '', until = '' }, context) {
      if (context.own === null) throw new Error(`There is no ${from} here.`);
      yield { label: progress };
      const { times, notes } = parsePeriod(since, until);
      const pages = await context.own.savedPages(from, times, context.signal);
      const ranked = rankPassages(documentsWithAny(pages, wordStarts(words)), words, { limit: MAX_PAGES, ofEach: 1 });
      const rankedResults = ranked.map(({ document }) => toSearchResult(document.page));
      const lines = linesWithinBudget(rankedResults.map(formatResultLine), context);
      const results = rankedResults.slice(0, lines.length);
      const details = { source: from, hits: results.length };
      if (results.length === 0)
        return {
          content: [...notes, `Nothing in the ${from} fits. Try other words, or say so.`].join('\n\n'),
          details,
        };
      const readable = results.filter(({ url }) => !mayAct(url));
      const followUps = await callsToOpen(readable, context);
      return {
        content: [...notes, ...lines, nextNote(followUps.length, readable.length, context)].join('\n\n'),
        // `results`: addresses that may be opened like those of a web search.
        details: { ...details, results: readable, preview: { kind: 'pages', items: results } },
        followUps,
      };
    },
  });
}

/**
 * The pages that contain any of the words. Filtered first, since ranking thousands of pages without matches takes a
 * third of a second.
 */
function documentsWithAny(pages: readonly SavedPage[], starts: readonly string[]) {
  return pages.flatMap((page) => {
    const text = wordsOfPage(page);
    const folded = `${page.title} ${text}`.normalize('NFKC').toLowerCase();
    if (!starts.some((start) => folded.includes(start))) return [];
    const blocks: PageBlock[] = [{ markdown: text, kind: 'paragraph', headingLevel: null }];
    return [{ page, title: page.title, blocks }];
  });
}

/** The words of an address count as words of the page: `/tide-tables/hamburg`. */
function wordsOfPage({ url, folder }: SavedPage): string {
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {};
  return `${hostname} ${decodedComponent(pathname)} ${folder}`.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ');
}

function toSearchResult({ title, url, at, folder }: SavedPage): SearchResult {
  return {
    title: cutOutsideSecrets(title, 200),
    url,
    snippet: cutOutsideSecrets(folder, 200),
    date: at === null ? '' : formatLocalDay(at),
  };
}

function formatResultLine({ title, url, snippet, date }: SearchResult): string {
  const where = snippet === '' ? '' : `, in the folder "${snippet}"`;
  return `- ${title}${date === '' ? '' : ` (${date})`}${where}\n  ${url}`;
}

/** Random-looking letters and digits, as in links that confirm, unsubscribe or sign in. */
const TOKEN =
  /(?<![A-Za-z\d])(?=[A-Za-z\d]*\d)(?=[A-Za-z\d]*[A-Za-z])[A-Za-z\d]{16,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** Parts of paths with which programs confirm, sign in or sign off, if an id follows. */
const ACTS =
  /^(?:(?:un|re)?subscribe|opt-?(?:in|out)|(?:sign|log)-?(?:out|off|in)|confirm(?:ation)?|verif(?:y|ication)|(?:de)?activat(?:e|ion)|accept|decline|approve|reject|cancel|(?:up|down)?vote|(?:pass(?:word)?-?)?reset|invit(?:e|ation)s?|magic(?:-?link)?|rsvp|auth|callback)$/i;
/** Ids that are too short for a token: digits, capital letters, both, or a mail address. */
const SHORT_ID = /^(?:\d{4,}|[A-Z]{6,}|(?=.*\d)(?=.*[A-Za-z])[\w-]{6,}|.+@.+)$/;

/**
 * Whether opening an address may have an effect for the user. A history contains many such addresses, unlike the
 * results of a web search, which anyone can open.
 */
function mayAct(address: string): boolean {
  const { search = '', hostname = '', pathname = '' } = URL.parse(address) ?? {};
  const path = decodedComponent(pathname);
  const segments = path.split('/');
  const isActOnId = segments.some((segment, index) => ACTS.test(segment) && SHORT_ID.test(segments[index + 1] ?? ''));
  // Encoded, a query can be a part of the path.
  if (isActOnId || /\?.*=/.test(path)) return true;
  return search !== '' || TOKEN.test(`${hostname}${path}`) || [...segments, ...hostname.split('.')].some(isToken);
}

/**
 * Tokens may also consist of digits only, or contain signs (RFC 4648, base64url). Parts of names, such as `galaxy24`,
 * mix letters and digits too, but contain few digits.
 */
function isToken(segment: string): boolean {
  if (/^\d{12,}$/.test(segment) || (segment.match(/[A-Za-z]{16,}/g) ?? []).some(isMixedCase)) return true;
  const mixed = segment.split(/[-_.~=]/).filter((part) => /\d/.test(part) && /[a-z]/i.test(part));
  return mixed.join('').length >= 12;
}

/**
 * Whether letters change between upper and lower case as often as random ones do: every second letter. In names that
 * consist of several words, more lower-case letters follow each other.
 */
function isMixedCase(letters: string): boolean {
  const lowerRuns = letters.match(/[a-z]+/g) ?? [];
  const upperCount = letters.replace(/[a-z]/g, '').length;
  return (
    lowerRuns.length > 2 && upperCount >= letters.length / 4 && lowerRuns.join('').length <= lowerRuns.length * 2.6
  );
}

function nextNote(openedCount: number, readable: number, { web }: ToolContext): string {
  if (web === null)
    return 'Only titles and addresses are known: the pages were not opened, since the user did not switch the web on in this chat.';
  if (readable === 0)
    return 'The pages were not opened: opening these addresses may do something. open_page asks the user first.';
  return openedCount > 0
    ? 'The first of these pages are opened now; their texts follow. open_page opens others.'
    : 'No page could be opened: the user has not allowed that yet in the settings, under Web search.';
}
