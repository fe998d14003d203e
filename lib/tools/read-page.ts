import * as z from 'zod';
import { defineTool, label, READING_EGRESS } from '../contracts/index.ts';
import {
  attachedTab,
  buildPartOutput,
  formatContinuation,
  hideCursor,
  needsOpenPage,
  READ_ONLY_ANNOTATIONS,
  readTabByPages,
} from './page-tool.ts';

export const readPage = defineTool({
  name: 'read_page',
  title: 'Read page',
  description:
    'Reads the page (or PDF) the user is looking at, as Markdown with its title, address and outline.\n' +
    'Long pages come in parts; the end of a part says how to read on.',
  inputSchema: z.strictObject({
    cursor: z
      .string()
      .optional()
      .describe('Where to read on, as given at the end of the part before. Leave out to begin.'),
    whole: z.boolean().optional().describe('true: navigation and sidebars too.'),
  }),
  annotations: READ_ONLY_ANNOTATIONS,
  view: {
    category: 'page',
    icon: 'file-text',
    countsAs: 'read',
    labels: [
      { phrase: 'toolPageNext', requires: 'cursor', host: 'page' },
      { phrase: 'toolThePageNext', requires: 'cursor' },
      { phrase: 'toolPage', host: 'page' },
      { phrase: 'toolThePage' },
    ],
  },
  offer: {
    reads: { type: 'page-text', rank: 2, continuesContext: true, asksForMainText: ({ whole }) => whole !== true },
    hiddenParameters: (situation) => [
      ...hideCursor('read_page', situation),
      ...(situation.model.isSmall && !situation.used.has('read_page') ? ['whole'] : []),
    ],
  },
  effects: { egress: READING_EGRESS, needs: needsOpenPage },
  async *execute({ cursor, whole }, context) {
    const tabId = attachedTab(context);
    yield { label: label('progressPage') };
    const reading = yield* readTabByPages(tabId, context);
    return buildPartOutput(
      reading,
      { cursor, view: whole ? 'whole' : 'main', howToContinue: formatContinuation },
      context,
    );
  },
});
