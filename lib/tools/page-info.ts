import * as z from 'zod';
import { defineTool, label, type PageFacts } from '../contracts/index.ts';
import { attachedTab, formatPageHeader, needsOpenPage, READ_ONLY_ANNOTATIONS } from './page-tool.ts';

export const pageInfo = defineTool({
  name: 'page_info',
  title: 'Page info',
  description:
    'What the open page says of itself beside its text: description, author, dates, canonical address, JSON-LD.\n' +
    'For facts such as a price, a rating or a publication date that read_page did not show.',
  inputSchema: z.strictObject({}),
  annotations: READ_ONLY_ANNOTATIONS,
  view: {
    category: 'page',
    icon: 'info',
    labels: [{ phrase: 'toolInfo', host: 'page' }, { phrase: 'toolThePageInfo' }],
  },
  offer: { reads: { type: 'page-details', rank: 5 }, isOffered: (situation) => !situation.model.isSmall },
  effects: { needs: needsOpenPage },
  async *execute(_input, context) {
    const tabId = attachedTab(context);
    yield { label: label('progressInfo') };
    const facts = await context.page.facts(tabId, context.signal);
    return { content: infoText(facts), details: { title: facts.title, url: facts.url } };
  },
});

function infoText(facts: PageFacts): string {
  const { canonical, meta, jsonLd } = facts;
  const lines = Object.entries(meta).map(([name, content]) => `${name}: ${content}`);
  const sections = [
    formatPageHeader(facts),
    'The page says this of itself; it is not shown on it:',
    ...(canonical !== '' && canonical !== facts.url ? [`canonical: ${canonical}`] : []),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    ...(jsonLd.length > 0 ? [`JSON-LD:\n${jsonLd.map((each) => JSON.stringify(each)).join('\n')}`] : []),
  ];
  return sections.length > 2 ? sections.join('\n\n') : `${formatPageHeader(facts)}\n\nThe page says nothing of itself.`;
}
