import * as z from 'zod';
import { defineTool, label, type PageBlock, type PageSnapshot, type ToolPreview } from '../contracts/index.ts';
import { plainText } from '../page-reader/document/index.ts';
import {
  blocksAround,
  blocksOfView,
  type Findings,
  findInBlocks,
  type Hit,
  numberLinks,
  outlineOf,
  outlineText,
  sectionAt,
  withShortLinks,
} from '../page-reader/query/index.ts';
import { attachedTab, mayBeMissing, pageApproval, pageHead, readsPages, readTab } from './page-tool.ts';

/** Maximum number of passages in a result. */
const MAX_HITS = 8;
/** Number of passages shown if nothing matches. */
const NEAREST_SHOWN = 3;
/** In characters. */
const MAX_OUTLINE_LENGTH = 3000;

export const findInPage = defineTool({
  name: 'find_in_page',
  title: 'Find in page',
  description:
    'Searches the open page and gives the passages that fit best, with their sections.\n' +
    'Use it for a single fact on a long page; read_page reads the whole.',
  inputSchema: z.strictObject({
    query: mayBeMissing('Words of the page, such as "opening hours".'),
  }),
  annotations: readsPages,
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
  readsOpenPage: 'text',
  besidePage: { reads: 'rest', rank: 1 },
  approval: (_input, context) => pageApproval(context.tabId, context),
  async *execute({ query }, context) {
    const tabId = attachedTab(context);
    yield { label: label('progressFind') };
    const reading = await readTab(tabId, context);
    const { title, url, blocks } = reading;
    if (query.trim() === '') {
      const content = `${pageHead(reading)}\n\nNo words to search for were given. ${outlinePart(reading)}`;
      return { content, details: { title, url, query, hits: 0 } };
    }
    const inside = findInBlocks(blocks, query, MAX_HITS);
    const around = blocksAround(reading);
    const isInside = inside.total > 0 || around.length === 0;
    const findings = isInside ? inside : findInBlocks(around, query, MAX_HITS);
    const found =
      findings.total === 0
        ? nothing(reading, query, inside)
        : `${isInside ? '' : 'Found beside the main content only.\n'}${hitList(findings, reading, isInside ? blocks : null)}`;
    const details = { title, url, query, hits: findings.total, preview: passagesPreview(findings) };
    return { content: `${pageHead(reading)}\n\n${found}`, details };
  },
});

function passagesPreview({ hits, total }: Findings): ToolPreview {
  const items = hits.slice(0, total).map(({ path, text }) => ({ place: path.join(' > '), text: plainText(text) }));
  return { kind: 'passages', items };
}

function nothing(reading: PageSnapshot, query: string, { hits }: Findings): string {
  const some = hits.slice(0, NEAREST_SHOWN).map((hit, index) => hitText(hit, index, reading, reading.blocks));
  const near = some.length > 0 ? [`Passages that share some of the words:\n\n${some.join('\n\n')}`] : [];
  return [`Nothing on this page matches "${query}".`, ...near, outlinePart(reading)].join('\n\n');
}

function outlinePart({ blocks }: PageSnapshot): string {
  const outline = outlineText(outlineOf(blocks), MAX_OUTLINE_LENGTH);
  return outline === '' ? 'The page has no headings.' : `Its outline:\n${outline}`;
}

/** `blocks` are the searched blocks, if their headings are sections that a model can request. */
function hitList({ hits, total, exact }: Findings, reading: PageSnapshot, blocks: PageBlock[] | null): string {
  const shown =
    hits.length < total ? `The best ${hits.length} of ${total} matching passages` : `${total} matching passages`;
  const list = hits.slice(0, total).map((hit, index) => hitText(hit, index, reading, blocks ?? []));
  const more = blocks?.some(({ headingLevel }) => headingLevel !== null)
    ? '\n\nread_section reads the whole section of a passage.'
    : '';
  return `${[`${shown}, ${exact} of them word for word:`, ...list].join('\n\n')}${more}`;
}

/** `[1] S4 Guide > Install` and the passage below it. */
function hitText(hit: Hit, index: number, reading: PageSnapshot, blocks: readonly PageBlock[]): string {
  const section = sectionAt(outlineOf(blocks), hit.block);
  const place = [section?.id ?? '', hit.path.join(' > ')].filter((part) => part !== '').join(' ');
  const text = withShortLinks(hit.text, numberLinks(blocksOfView(reading, 'whole')), reading.url);
  return `[${index + 1}]${place === '' ? '' : ` ${place}`}\n${text}`;
}
