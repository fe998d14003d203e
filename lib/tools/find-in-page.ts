import * as z from 'zod';
import { type Findings, findInBlocks } from '../page/find.ts';
import { numberLinks, withShortLinks } from '../page/links.ts';
import { outlineOf, outlineText, sectionAt } from '../page/outline.ts';
import { blocksAround, blocksOfView } from '../page/page-view.ts';
import type { PageBlock, PageSnapshot } from '../protocol/page.ts';
import { defineTool } from '../protocol/tool.ts';
import { attachedTab, pageApproval, pageHead, readsPages, readTab } from './page-tool.ts';

const maxHits = 8;
const outlineLength = 3000;

export const findInPage = defineTool({
  name: 'find_in_page',
  title: 'Find in page',
  description:
    'Searches the open page and gives the passages that fit best, with their sections.\n' +
    'Use it for a single fact on a long page; read_page reads the whole.',
  inputSchema: z.strictObject({
    query: z.string().min(1).describe('Words or a phrase as they may stand on the page.'),
  }),
  annotations: readsPages,
  approval: (_input, context) => pageApproval(context.tabId, context),
  async *execute({ query }, context) {
    const tabId = attachedTab(context);
    yield { message: 'Searching the page…' };
    const reading = await readTab(tabId, context);
    const { title, url, blocks } = reading;
    const inside = findInBlocks(blocks, query, maxHits);
    const around = blocksAround(reading);
    const isInside = inside.total > 0 || around.length === 0;
    const findings = isInside ? inside : findInBlocks(around, query, maxHits);
    const found =
      findings.total === 0
        ? nothing(reading, query)
        : `${isInside ? '' : 'Found beside the main content only.\n'}${hitList(findings, reading, isInside ? blocks : null)}`;
    return { content: `${pageHead(reading)}\n\n${found}`, details: { title, url, query, hits: findings.total } };
  },
});

function nothing({ blocks }: PageSnapshot, query: string): string {
  const outline = outlineText(outlineOf(blocks), outlineLength);
  const rest = outline === '' ? 'The page has no headings.' : `Its outline:\n${outline}`;
  return `Nothing on this page matches "${query}".\n\n${rest}`;
}

/** `blocks` are those that were searched where their headings are sections a model can ask for. */
function hitList({ hits, total, exact }: Findings, reading: PageSnapshot, blocks: PageBlock[] | null): string {
  const shown =
    hits.length < total ? `The best ${hits.length} of ${total} matching passages` : `${total} matching passages`;
  const sections = outlineOf(blocks ?? []);
  const numbers = numberLinks(blocksOfView(reading, 'whole'));
  const list = hits.map((hit, index) => {
    const section = sectionAt(sections, hit.block);
    const path = hit.path.length > 0 ? ` ${hit.path.join(' > ')}` : '';
    const place = section || path !== '' ? ` ${section?.id ?? ''}${path}` : '';
    return `[${index + 1}]${place}\n${withShortLinks(hit.text, numbers, reading.url)}`;
  });
  const more = sections.length > 0 ? '\n\nread_section reads the whole section of a passage.' : '';
  return `${[`${shown}, ${exact} of them word for word:`, ...list].join('\n\n')}${more}`;
}
