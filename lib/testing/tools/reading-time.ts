import * as z from 'zod';
import { defineTool, label } from '../../contracts/index.ts';

/** The example in CONTRIBUTING.md: everything about a tool is in its file. */
export const readingTime = defineTool({
  name: 'reading_time',
  title: 'Reading time',
  description: 'How many minutes a text takes to read.',
  inputSchema: z.strictObject({ query: z.string().describe('The text.') }),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  view: {
    category: 'page',
    icon: 'captions',
    countsAs: 'read',
    labels: [{ phrase: 'toolFind', values: { words: 'query' } }, { phrase: 'toolTranscript' }],
  },
  offer: { isOffered: ({ model }) => model.toolMode !== 'tags' },
  async *execute({ query }) {
    yield { label: label('progressFind') };
    const minutes = Math.ceil(query.split(/\s+/).length / 230);
    const preview = { kind: 'links', items: [{ text: 'One minute', url: 'https://example.org/' }] };
    return { content: `${minutes} minutes.`, details: { preview } };
  },
});
