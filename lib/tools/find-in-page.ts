import * as z from 'zod';
import { type Findings, findInBlocks } from '../page/find.ts';
import { outlineOf, outlineText } from '../page/outline.ts';
import { defineTool } from '../protocol/tool.ts';
import { attachedTab, pageApproval, readsPages, readTab } from './page-tool.ts';

const maxHits = 8;
const outlineLength = 3000;

export const findInPage = defineTool({
  name: 'find_in_page',
  title: 'Find in page',
  description:
    'Searches the page the user is looking at and gives the passages that fit best, with their headings.\n' +
    'Use it for a single fact on a long page; read_page reads the whole.',
  inputSchema: z.strictObject({
    query: z.string().min(1).describe('Words or a phrase as they may stand on the page.'),
  }),
  annotations: readsPages,
  approval: (_input, context) => pageApproval(context.tabId, context),
  async *execute({ query }, context) {
    const tabId = attachedTab(context);
    yield { message: 'Searching the page…' };
    const { title, url, blocks } = await readTab(tabId, context);
    const findings = findInBlocks(blocks, query, maxHits);
    const outline = outlineText(outlineOf(blocks), outlineLength);
    const found =
      findings.hits.length > 0
        ? hitList(findings)
        : `Nothing on this page matches "${query}".\n\n${outline === '' ? 'The page has no headings.' : `Its outline:\n${outline}`}`;
    return {
      content: `Title: ${title}\nURL: ${url}\n\n${found}`,
      details: { title, url, query, hits: findings.total },
    };
  },
});

function hitList({ hits, total, exact }: Findings): string {
  const shown =
    hits.length < total ? `The best ${hits.length} of ${total} matching passages` : `${total} matching passages`;
  const list = hits.map((hit, index) => {
    const place = hit.path.length > 0 ? ` under: ${hit.path.join(' > ')}` : '';
    return `[${index + 1}] block ${hit.block}${place}\n${hit.text}`;
  });
  return [`${shown}, ${exact} of them word for word:`, ...list].join('\n\n');
}
