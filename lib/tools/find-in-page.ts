import * as z from 'zod';
import { defineTool, label, type PageSnapshot, READING_EGRESS, type ToolPreview } from '../contracts/index.ts';
import { plainText } from '../page-reader/document/index.ts';
import {
  blocksAround,
  blocksOfView,
  buildOutline,
  type Findings,
  findInBlocks,
  type Hit,
  numberLinks,
  type OutlineItem,
  outlineText,
  sectionAt,
  withShortLinks,
} from '../page-reader/query/index.ts';
import {
  attachedTab,
  formatPageHeader,
  needsOpenPage,
  READ_ONLY_ANNOTATIONS,
  readTabSnapshot,
  requiredOrEmpty,
} from './page-tool.ts';

/** Maximum number of passages in a result. */
const MAX_HITS = 8;
/** Number of passages shown if nothing matches. */
const NEAREST_SHOWN = 3;
/** Maximum length of the outline, in characters. */
const MAX_OUTLINE_LENGTH = 3000;

export const findInPage = defineTool({
  name: 'find_in_page',
  title: 'Find in page',
  description:
    'Searches the open page and gives the passages that fit best, with their sections.\n' +
    'Use it for a single fact on a long page; read_page reads the whole.',
  inputSchema: z.strictObject({
    query: requiredOrEmpty('Words of the page, such as "opening hours".'),
  }),
  annotations: READ_ONLY_ANNOTATIONS,
  view: {
    category: 'page',
    icon: 'search',
    countsAs: 'search',
    labels: [
      { phrase: 'toolFind', values: { words: 'query' } },
      { phrase: 'toolSearch', host: 'page' },
      { phrase: 'toolSearchThePage' },
    ],
  },
  offer: { reads: { type: 'page-text', rank: 1 } },
  effects: { egress: READING_EGRESS, needs: needsOpenPage },
  async *execute({ query }, context) {
    const tabId = attachedTab(context);
    yield { label: label('progressFind') };
    const page = await readTabSnapshot(tabId, context);
    const { title, url } = page;
    if (query.trim() === '') {
      const content = `${formatPageHeader(page)}\n\nNo words to search for were given. ${outlinePart(page)}`;
      return { content, details: { title, url, query, hits: 0 } };
    }
    const result = searchPage(page, query);
    const { findings } = result;
    const text = findings.total > 0 ? matchesText(page, result) : noMatchText(page, query, findings);
    const details = { title, url, query, hits: findings.total, preview: passagesPreview(findings) };
    return { content: `${formatPageHeader(page)}\n\n${text}`, details };
  },
});

type SearchResult = { findings: Findings; isInMainContent: boolean };

/** Searches the main content. The content around it is searched only if nothing matches there. */
function searchPage(page: PageSnapshot, query: string): SearchResult {
  const mainFindings = findInBlocks(page.blocks, query, MAX_HITS);
  const surroundingBlocks = mainFindings.total > 0 ? [] : blocksAround(page);
  const surroundingFindings = findInBlocks(surroundingBlocks, query, MAX_HITS);
  return surroundingFindings.total > 0
    ? { findings: surroundingFindings, isInMainContent: false }
    : { findings: mainFindings, isInMainContent: true };
}

function passagesPreview({ matches }: Findings): ToolPreview {
  const items = matches.map(({ path, text }) => ({ place: path.join(' > '), text: plainText(text) }));
  return { kind: 'passages', items };
}

function matchesText(page: PageSnapshot, { findings, isInMainContent }: SearchResult): string {
  const { matches, total, exact } = findings;
  // Only headings of the main content are sections that a model can request.
  const outline = isInMainContent ? buildOutline(page.blocks) : [];
  const note = isInMainContent ? '' : 'Found beside the main content only.\n';
  const countText =
    matches.length < total ? `The best ${matches.length} of ${total} matching passages` : `${total} matching passages`;
  const hint = outline.length > 0 ? '\n\nread_section reads the whole section of a passage.' : '';
  const list = [`${countText}, ${exact} of them word for word:`, ...hitTexts(matches, page, outline)].join('\n\n');
  return `${note}${list}${hint}`;
}

function noMatchText(page: PageSnapshot, query: string, { partialMatches }: Findings): string {
  const nearest = hitTexts(partialMatches.slice(0, NEAREST_SHOWN), page, buildOutline(page.blocks));
  const near = nearest.length > 0 ? [`Passages that share some of the words:\n\n${nearest.join('\n\n')}`] : [];
  return [`Nothing on this page matches "${query}".`, ...near, outlinePart(page)].join('\n\n');
}

function outlinePart({ blocks }: PageSnapshot): string {
  const outline = outlineText(buildOutline(blocks), MAX_OUTLINE_LENGTH);
  return outline === '' ? 'The page has no headings.' : `Its outline:\n${outline}`;
}

/** For each hit, `[1] S4 Guide > Install` and the passage below it. */
function hitTexts(hits: readonly Hit[], page: PageSnapshot, outline: readonly OutlineItem[]): string[] {
  const links = numberLinks(blocksOfView(page, 'whole'));
  return hits.map((hit, index) => {
    const section = sectionAt(outline, hit.block);
    const place = [section?.id ?? '', hit.path.join(' > ')].filter((part) => part !== '').join(' ');
    return `[${index + 1}]${place === '' ? '' : ` ${place}`}\n${withShortLinks(hit.text, links, page.url)}`;
  });
}
