import type { PageBlock, PageReading } from '../../contracts/page.ts';
import { oneLine } from '../dom/clean-text.ts';
import { attribute, property } from '../dom/dom.ts';
import { plainSource } from '../dom/plain-source.ts';
import { documentAncestorState } from './ancestors.ts';
import type { CaptureEvents } from './capture-events.ts';
import { declaresArticle } from './declares-article.ts';
import { DomTraversal, type TraversalLimits } from './dom-traversal.ts';
import { bodyOf } from './flat-tree.ts';
import { frameKey } from './frame-place.ts';
import { type Thing, thingsOf } from './json-ld.ts';
import { productFacts } from './product-facts.ts';
import { captureSelection, type SelectionCapture } from './selection.ts';
import { otherWork, sliceLength } from './slices.ts';
import { type View, viewOf } from './view.ts';

/** What a reader takes out of a page, of which `composeReading` makes a reading. Plain data. */
export type PageCapture = Pick<PageReading, 'url' | 'title' | 'language' | 'truncated' | 'frameKey'> & {
  walk: CaptureEvents;
  /** Characters in the middle of a long page that were not read. */
  passedOver: number;
  selection: SelectionCapture;
  /** Whether the page declares itself an article. */
  declaresArticle: boolean;
  /** Notes about the page as a whole, for its end. */
  remarks: string[];
  /** Of a document that is no web page: its source, and what it is. */
  plain: { source: string; contentType: string } | null;
  /** The content, where the site's own reader has found it. */
  content: PageBlock[] | null;
};

/** Milliseconds for the whole reading, and characters. */
const limits = {
  walked: 16 * 1024 * 1024,
  /** Where the middle begins that is not read: what is given of a page, and room for what stands around it. */
  middleFrom: 2.5 * 1024 * 1024,
  ms: 5000,
  selection: 200_000,
  title: 200,
  url: 4000,
};

/**
 * What a user sees on the page that is open in `window`, and the elements of its regions. Runs in the page's isolated world:
 * asks the live DOM, its styles and boxes, changes nothing, keeps nothing, never throws for what a page contains. Works in
 * slices, between which the page can go on. Stops after 5 s.
 */
export async function captureDom(
  document: Document,
  window: Window & typeof globalThis,
): Promise<{ harvest: PageCapture; elements: readonly Element[] }> {
  const { performance } = window;
  const now = () => performance.now();
  const walkLimits = { maxCharacters: limits.walked, deadline: now() + limits.ms, now };
  const source = plainSource(document);
  const view = viewOf(document, window);
  // First, because it is small and the user meant it: a page that takes all the time must not cost it.
  const selection = captureSelection(document, view, { ...walkLimits, maxCharacters: limits.selection });
  const { elements, ...walked } =
    source === null
      ? await traverseDocument(document, view, { ...walkLimits, middleFrom: limits.middleFrom })
      : noTraversal;
  const things = thingsOf(document);
  const capture: PageCapture = {
    ...walked,
    url: document.location.href.slice(0, limits.url),
    title: oneLine(String(property(Document.prototype, document, 'title')), limits.title),
    language: languageOf(document),
    selection,
    declaresArticle: declaresArticle(document, things),
    remarks: notesOn(document, things),
    plain: source === null ? null : { source, contentType: document.contentType },
    content: null,
    frameKey: frameKey(window),
  };
  return { harvest: capture, elements };
}

type TraversalResult = Pick<PageCapture, 'walk' | 'truncated' | 'passedOver'> & { elements: readonly Element[] };

const noTraversal: TraversalResult = {
  walk: { calls: [], regions: [], opening: [] },
  truncated: false,
  passedOver: 0,
  elements: [],
};

async function traverseDocument(document: Document, view: View, walkLimits: TraversalLimits): Promise<TraversalResult> {
  const body = bodyOf(document);
  const ancestors = documentAncestorState(document, view);
  if (!body || !ancestors) return noTraversal;
  const traversal = new DomTraversal(body, ancestors, view, walkLimits);
  while (!traversal.walk(walkLimits.now() + sliceLength)) {
    const paused = walkLimits.now();
    await otherWork();
    // What the page does meanwhile is not our time.
    walkLimits.deadline += walkLimits.now() - paused;
  }
  const { record, elements } = traversal.finish();
  const { passedOver } = traversal;
  return { walk: record, truncated: traversal.truncated || passedOver > 0, passedOver, elements };
}

function notesOn(document: Document, things: readonly Thing[]): string[] {
  const remarks = [productFacts(things)];
  if (document.readyState === 'loading') remarks.push('(The page was still loading when it was read.)');
  return remarks.filter((remark) => remark !== '');
}

function languageOf(document: Document): string {
  const language = attribute(document.documentElement, 'lang')?.trim() ?? '';
  return /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(language) ? language : '';
}
