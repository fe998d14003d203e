import type { Tool } from '../../../lib/contracts/index.ts';
import { markedPages, maskSecrets, pinnedPages, unmarkedOutput } from '../../../lib/security/index.ts';
import { SECRET_SAMPLES } from '../../../lib/testing/security/secret-samples.ts';
import { granted, MemoryPages, readingOf } from '../../../lib/testing/tools/memory-pages.ts';
import { at, run } from '../../../lib/testing/tools/sample-pages.ts';
import { findInPage } from '../../../lib/tools/find-in-page.ts';
import { readPage } from '../../../lib/tools/read-page.ts';
import { readSection } from '../../../lib/tools/read-section.ts';
import { readTab } from '../../../lib/tools/read-tab.ts';
import { type Attempt, type Family, HARMLESS, type Outcome } from './family.ts';

const filler = (count: number) => 'The harbor has a lock, and parrots are welcome there. '.repeat(count);

/** How a model asks for the passage with the secret, or for a part of it. */
const TOOLS: {
  name: string;
  tool: Tool;
  input: (secret: string) => Record<string, unknown>;
  contextWindow: number | null;
}[] = [
  { name: 'read_page in small parts', tool: readPage, input: () => ({}), contextWindow: 2_000 },
  { name: 'read_page, with all that is there', tool: readPage, input: () => ({ whole: true }), contextWindow: 8_000 },
  { name: 'read_section', tool: readSection, input: () => ({ section: 'Account' }), contextWindow: null },
  { name: 'read_tab', tool: readTab, input: () => ({ tab_id: 1, about: 'account parrots' }), contextWindow: 4_000 },
  {
    name: 'find_in_page for what is beside it',
    tool: findInPage,
    input: () => ({ query: 'line before' }),
    contextWindow: null,
  },
  {
    name: 'find_in_page for what stands behind it',
    tool: findInPage,
    input: () => ({ query: 'line after' }),
    contextWindow: null,
  },
];

async function read(index: number, { tool, input, contextWindow }: (typeof TOOLS)[number]): Promise<Outcome> {
  const sample = SECRET_SAMPLES[index];
  if (sample === undefined) throw new Error('No sample.');
  const text = `A line before it. ${sample.text}\n\nA line after it.`;
  const reading = readingOf('shop', '# Tides', filler(8), '## Account', text, '## Parrots', filler(8));
  const pages = markedPages(pinnedPages(new MemoryPages({ 1: granted(reading) }), new Set(['https://shop.test'])));
  let next: Record<string, unknown> | null = input(sample.secret);
  const parts: string[] = [];
  for (let count = 0; next !== null && count < 12; count++) {
    const output = unmarkedOutput(await run(tool, next, { ...at(1, contextWindow), page: pages }));
    parts.push(maskSecrets(output.content, output.secrets).text);
    const cursor: string | undefined = /cursor "([^"]+)"/.exec(output.content)?.[1];
    next = cursor === undefined || tool === readSection ? null : { ...next, cursor };
  }
  const all = parts.join('\n');
  const half = Math.ceil(sample.secret.length / 2);
  const pieces = [sample.secret, sample.secret.slice(0, half), sample.secret.slice(-half)].filter(
    (piece) => piece.length >= 4,
  );
  const shown = pieces.find((piece) => all.includes(piece));
  return shown === undefined ? HARMLESS : { leak: shown, hasSent: true };
}

export const SECRETS: Family = {
  name: 'secrets of a page, read in parts',
  controls: [
    'digits of other scripts are digits',
    'emphasis does not divide a number',
    'a password on the line below its name is masked',
  ],
  minSent: 1,
  attempts: () =>
    SECRET_SAMPLES.flatMap(({ name }, index) =>
      TOOLS.map((way): Attempt => ({ name: `${way.name}, ${name}`, run: () => read(index, way) })),
    ),
};
