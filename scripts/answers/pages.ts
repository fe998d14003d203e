import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Window } from 'happy-dom';
import { readPdf as readPdfPages } from '../../entrypoints/pdf/read-pdf.ts';
import type { PageReading, PageSnapshot } from '../../lib/contracts/page.ts';
import { joinBlocks } from '../../lib/page-reader/document/markdown-text.ts';
import { readTestDocument } from '../../lib/testing/page-reader/read-document.ts';
import { fingerprint } from '../../lib/text/clean-text.ts';
import { councilMinutes, dairyReport, firmwareSource, waterNotice } from './office-pages.ts';
import { canalGuide, electricBoatThread, hutDirectory, museumCatalogue } from './prose-pages.ts';
import { changelog, courseProgramme, incidentReport, optionReference, wasteCalendar } from './record-pages.ts';

const WRITTEN = [
  'allotment-rules',
  'ar-khazaf',
  'boiler-thread',
  'clinic',
  'es-biblioteca',
  'ferry-fares',
  'fr-moulin',
  'grinder',
  'ja-onsen',
  'lighthouse',
  'orvey',
  'pt-trilho',
  'quillsync-docs',
  'recipe',
  'ru-muzey',
  'token-bucket',
  'zh-chashi',
];

const COMPOSED: Readonly<Record<string, () => string>> = {
  canal: canalGuide,
  changelog,
  'council-minutes': councilMinutes,
  courses: courseProgramme,
  'electric-boat': electricBoatThread,
  firmware: firmwareSource,
  huts: hutDirectory,
  incident: incidentReport,
  museum: museumCatalogue,
  'option-reference': optionReference,
  waste: wasteCalendar,
};

const PDFS: Readonly<Record<string, () => Buffer>> = { 'dairy-report': dairyReport, 'water-notice': waterNotice };

export const PAGE_NAMES: readonly string[] = [...WRITTEN, ...Object.keys(COMPOSED), ...Object.keys(PDFS)];

/** Reads a page with the extension's own code: HTML in a DOM without layout, PDFs with its PDF page. */
export async function readingOfPage(name: string): Promise<PageSnapshot> {
  const pdf = PDFS[name];
  if (pdf !== undefined) return readPdf(name, pdf());
  const html = COMPOSED[name]?.() ?? readFileSync(path.join(import.meta.dirname, 'pages', `${name}.html`), 'utf8');
  return toPageSnapshot(await readHtml(`https://${name}.test/page`, html), null);
}

/** The Markdown of the main content, as one text. */
export function textOfReading({ blocks }: PageReading): string {
  return joinBlocks(blocks.map((block) => block.markdown));
}

function toPageSnapshot(reading: PageReading, pdfPages: number | null): PageSnapshot {
  return { ...reading, snapshot: fingerprint(textOfReading(reading)), unreadFrames: [], pdfPages };
}

async function readHtml(url: string, html: string): Promise<PageReading> {
  const window = new Window({ url, settings: { disableJavaScriptFileLoading: true, disableCSSFileLoading: true } });
  window.document.write(html);
  const restore = exposeDomClasses(window);
  try {
    return await readTestDocument(
      window.document as unknown as Document,
      window as unknown as typeof globalThis.window,
    );
  } finally {
    restore();
    await window.happyDOM.close();
  }
}

/** The reader uses `Document`, `Element` and similar classes as globals, as in a page. */
function exposeDomClasses(window: Window): () => void {
  const scope = globalThis as unknown as Record<string, unknown>;
  const names = Object.getOwnPropertyNames(window).filter((name) => /^[A-Z]/.test(name) && !(name in scope));
  for (const name of names) scope[name] = (window as unknown as Record<string, unknown>)[name];
  return () => {
    for (const name of names) delete scope[name];
  };
}

async function readPdf(name: string, bytes: Uint8Array): Promise<PageSnapshot> {
  const request = { id: name, bytes: new Uint8Array(bytes), first: 1, maxPages: 100 };
  const reply = await readPdfPages(request, () => undefined);
  if ('error' in reply) throw new Error(reply.error);
  const { title, blocks, truncated, pages } = reply;
  const url = `https://documents.test/${name}.pdf`;
  const rest = { url, language: '', layout: 'page', around: [], selection: '', frameKey: '' } as const;
  return toPageSnapshot({ ...rest, around: [], title, blocks, truncated }, pages);
}
