import * as z from 'zod';
import { defineTool, label, READING_EGRESS } from '../contracts/index.ts';
import { buildPartOutput, fittingPart, hideCursor, READ_ONLY_ANNOTATIONS, readTabByPages } from './page-tool.ts';

export const readTab = defineTool({
  name: 'read_tab',
  title: 'Read tab',
  description:
    'Reads another open tab, as Markdown; list_tabs gives the ids.\n' + 'Long pages come in parts, as in read_page.',
  inputSchema: z.strictObject({
    tab_id: z.number().int().describe('The id of the tab, from list_tabs.'),
    cursor: z
      .string()
      .optional()
      .describe('Where to read on, as given at the end of the part before. Leave out to begin.'),
    about: z.string().optional().describe('What to look for: gives what fits these words.'),
  }),
  annotations: READ_ONLY_ANNOTATIONS,
  view: {
    category: 'own-data',
    icon: 'app-window',
    countsAs: 'read',
    labels: [{ phrase: 'toolPage', host: 'result' }, { phrase: 'toolAnotherTab' }],
  },
  offer: {
    reads: { type: 'other-tabs', rank: 3, continuesContext: true },
    askedFor: 'tabs',
    // `about` is for the call that follows a search in all tabs.
    hiddenParameters: (situation) => ['about', ...hideCursor('read_tab', situation)],
  },
  effects: { egress: READING_EGRESS, needs: ({ tab_id }) => ({ type: 'tab', tabId: tab_id }) },
  async *execute({ tab_id, cursor, about }, context) {
    yield { label: label('progressTab') };
    const reading = yield* readTabByPages(tab_id, context);
    const howToContinue = (next: string) => `call read_tab with tab_id ${tab_id} and cursor "${next}"`;
    if (!cursor && about) return fittingPart(reading, { question: about, howToContinue }, context);
    return buildPartOutput(reading, { cursor, view: 'main', howToContinue }, context);
  },
});
