import type {
  OwnData,
  PageAccess,
  PageContext,
  PageReading,
  PageSnapshot,
  ToolOutput,
  WebAccess,
} from '../contracts/index.ts';
import { memoize } from '../control-flow/index.ts';
import { markedBlocks, markedText, secretsWithin, unmarkedText, withoutMarks } from './secret-marks.ts';

/** Wraps page access so that secrets are marked and can be masked in every part of a page. */
export function markedPages(pages: PageAccess): PageAccess {
  return {
    ...pages,
    read: async (...request) => markedSnapshot(await pages.read(...request)),
    readPdf: async (...request) => markedSnapshot(await pages.readPdf(...request)),
    async openPages(...request) {
      const open = await pages.openPages(...request);
      return { ...open, pages: open.pages.map((page) => ({ ...page, blocks: [...markedBlocks(page.blocks)] })) };
    },
  };
}

/** Like `markedPages`, for web pages. */
export function markedWeb(web: WebAccess): WebAccess {
  return {
    searchAddress: () => web.searchAddress(),
    search: (...request) => web.search(...request),
    mayOpen: (url) => web.mayOpen(url),
    open: async (...request) => markedSnapshot(await web.open(...request)),
    openInTab: async (...request) => markedSnapshot(await web.openInTab(...request)),
  };
}

/** Like `markedPages`, for messages of other chats. */
export function markedOwnData(data: OwnData): OwnData {
  return {
    chatTexts: async (...request) =>
      (await data.chatTexts(...request)).map((each) => ({ ...each, text: markedText(each.text) })),
    hasPermission: (permission) => data.hasPermission(permission),
    savedPages: (...request) => data.savedPages(...request),
  };
}

/** An unchanged page is the same object in every call. */
const markedSnapshot = memoize((snapshot: PageSnapshot): PageSnapshot => ({ ...snapshot, ...markedContent(snapshot) }));

function markedContent({
  blocks,
  around,
  selection,
}: PageReading): Pick<PageReading, 'blocks' | 'around' | 'selection'> {
  const order = around.map(({ before, blocks: run }) => ({ before, size: run.length }));
  const whole = blocks.flatMap((block, index) => [...runBefore(around, index), block]);
  const blocksWithMarks = [...markedBlocks([...whole, ...runBefore(around, blocks.length)])];
  const runs: PageReading['around'] = [];
  const main: PageReading['blocks'] = [];
  for (let index = 0; index <= blocks.length; index++) {
    for (const { size } of order.filter(({ before }) => before === index))
      runs.push({ before: index, blocks: blocksWithMarks.splice(0, size) });
    if (index < blocks.length) main.push(...blocksWithMarks.splice(0, 1));
  }
  return { blocks: main, around: runs, selection: markedSelection(selection, main) };
}

function runBefore(around: PageReading['around'], index: number): PageReading['blocks'] {
  return around.flatMap(({ before, blocks }) => (before === index ? blocks : []));
}

/** The user may have selected only a part of a secret that its block shows in full. */
function markedSelection(selection: string, blocks: PageReading['blocks']): string {
  for (const { markdown } of selection === '' ? [] : blocks) {
    const { text, secrets } = unmarkedText(markdown);
    const start = secrets.length === 0 ? -1 : text.indexOf(selection);
    if (start >= 0) return markedText(selection, secretsWithin(secrets, start, start + selection.length));
  }
  return markedText(selection);
}

/**
 * Converts the output of a tool that read marked pages: removes the marks and adds the positions of the secrets in its
 * content.
 */
export function unmarkedOutput({ content, images, ...output }: ToolOutput): ToolOutput {
  const { text, secrets } = unmarkedText(content);
  return {
    content: text,
    ...withoutMarks(output),
    ...(images === undefined ? {} : { images }),
    ...(secrets.length === 0 ? {} : { secrets }),
  };
}

/** Like `unmarkedOutput`, for a page sent with a question. */
export function unmarkedContext(context: PageContext): PageContext {
  const { text, secrets } = unmarkedText(context.text);
  const unsent = context.unsentText === undefined ? {} : { unsentText: unmarkedText(context.unsentText).text };
  return { ...context, ...unsent, text, ...(secrets.length === 0 ? {} : { secrets }) };
}
