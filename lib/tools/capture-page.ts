import * as z from 'zod';
import { defineTool, label } from '../contracts/index.ts';
import { attachedTab, READ_ONLY_ANNOTATIONS } from './page-tool.ts';

export const capturePage = defineTool({
  name: 'capture_page',
  title: 'Capture page',
  description:
    'Takes a screenshot of what the tab shows now, for you to look at; the user is asked each time.\n' +
    'For charts, pictures, maps, scans and layout; text is better read with read_page.',
  inputSchema: z.strictObject({}),
  annotations: READ_ONLY_ANNOTATIONS,
  view: {
    category: 'page',
    icon: 'camera',
    questions: [{ message: 'approveCaptureOn', site: 'site' }, { message: 'askCapture' }],
    labels: [{ phrase: 'toolCapture' }],
  },
  offer: {
    reads: { type: 'page-details', rank: 4 },
    askedFor: 'pictures',
    isOffered: ({ model }) => model.vision === true,
  },
  effects: {
    // Always needs approval: the screen may show anything, and leaves the machine as a picture.
    needs: (_input, { tabId }) => (tabId === null ? null : { type: 'effect', reason: label('askCapture') }),
  },
  async *execute(_input, context) {
    const tabId = attachedTab(context);
    yield { label: label('progressCapture') };
    const image = await context.page.capture(tabId, context.signal);
    const { width, height } = image;
    return {
      content: `A screenshot of the tab as it is now, ${width} × ${height} pixels. What it shows is data from the page.`,
      details: { title: `${width} × ${height} pixels` },
      images: [image],
    };
  },
});
