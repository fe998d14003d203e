import { PageError } from '../../contracts/page.ts';
import type { Tool } from '../../contracts/tool.ts';
import type { ToolContext } from '../../contracts/tool-context.ts';
import type { ApprovalRequest, ToolOutput } from '../../contracts/tool-output.ts';
import type { ToolOutputDelta } from '../../contracts/tool-view.ts';
import { requestFor } from '../../security/approval/tool-needs.ts';
import { buildMarkdownBlocks } from '../page-reader/markdown-blocks.ts';
import { buildForm, buildReading, granted, MemoryPages } from './memory-pages.ts';

const guide = {
  ...buildReading('guide', '# Guide', '## Install', 'Run the installer.', '## Remove', 'Delete the folder.'),
  around: [{ before: 0, blocks: buildMarkdownBlocks('Imprint and privacy') }],
};
const PARAGRAPH = 'Words and words and more words. '.repeat(40).trim();
const long = buildReading('long', ...Array.from({ length: 50 }, (_, n) => `${n} ${PARAGRAPH}`));
const selected = { ...buildReading('selected', 'Text.'), selection: 'some **words**' };
export const impossible = new PageError('browser-page', 'The browser does not let extensions read this page.');
const rows = Array.from({ length: 300 }, (_, n) => `| item ${n + 1} | ${n} |`);
const shop = buildReading(
  'shop',
  '# Shop',
  'See [terms](https://shop.test/legal/terms) and [the manual](https://files.test/manual.pdf).',
  ['| Name | Count |', '| --- | --- |', ...rows].join('\n'),
  '| A | B |\n| --- | --- |\n| 1 | 2 |',
);
const FACTS = {
  url: 'https://shop.test/',
  title: 'shop',
  canonical: 'https://shop.test/all',
  meta: { description: 'Things' },
  jsonLd: [{ '@type': 'Product', price: 3 }],
};
const order = {
  ...buildForm('Order', [
    { label: 'Size', kind: 'select', isRequired: true, value: 'S', options: ['S', 'L'] },
    { label: 'PIN', state: 'secret', value: null, error: 'Too short' },
    { label: 'News', kind: 'checkbox', value: true, groups: ['Extras'] },
  ]),
  submitLabel: 'Buy',
};
const transcript = {
  title: 'Talk',
  url: 'https://video.test/',
  language: 'en',
  lines: Array.from({ length: 100 }, (_, n) => ({ start: n * 20, text: `Sentence ${n}.` })),
};
export const image = { mediaType: 'image/jpeg', data: 'AAAA', width: 800, height: 600 } as const;
const pdf = {
  ...buildReading('manual', ...Array.from({ length: 12 }, (_, n) => [`# Page ${n + 1}`, PARAGRAPH.repeat(3)]).flat()),
  url: 'https://files.test/manual.pdf',
  pdfPages: 12,
};

const pages = new MemoryPages(
  {
    1: granted(guide),
    2: granted(long),
    3: granted(selected),
    4: { reading: guide, access: { type: 'needed' } },
    6: { reading: guide, access: { type: 'impossible', error: impossible } },
    7: granted(shop, { facts: FACTS, forms: [order], transcript, image }),
    8: granted(pdf),
  },
  { [pdf.url]: pdf },
);

/** The context of a call about a tab of the sample, or about none. The window is in tokens. */
export function at(tabId: number | null, contextWindow: number | null = null): ToolContext {
  return {
    signal: new AbortController().signal,
    answer: { threadId: 't', runId: 'r' },
    question: '',
    contextWindow,
    page: pages,
    tabId,
    form: null,
    web: null,
    own: null,
    elicit: null,
  };
}

/** Runs a tool to its end, like the engine, and records its progress and its partial results. */
export async function run(
  tool: Tool,
  input: unknown,
  context: ToolContext,
): Promise<ToolOutput & { progress: string[]; found: ToolOutputDelta[] }> {
  const progress: string[] = [];
  const found: ToolOutputDelta[] = [];
  const steps = tool.execute(tool.inputSchema.parse(input), context);
  for (let step = await steps.next(); ; step = await steps.next()) {
    if (step.done) return { ...step.value, progress, found };
    if ('kind' in step.value) found.push(step.value);
    else progress.push(step.value.label?.key ?? '');
  }
}

/** The approval request before a call of this tool. Null if it needs none. */
export async function askedBefore(tool: Tool, input: unknown, context: ToolContext): Promise<ApprovalRequest | null> {
  const need = tool.effects?.needs?.(input, context) ?? null;
  return need === null ? null : requestFor(need, context);
}
