import type { PageBlock, PageReading } from '../../contracts/index.ts';
import { yieldToTasks } from '../../control-flow/index.ts';
import { cleanText, oneLine } from '../../text/index.ts';
import { attribute, getTagName, property } from '../dom/dom.ts';
import { type Field, isSecret } from '../dom/form-field.ts';
import { plainSource } from '../dom/source-text.ts';
import { type AncestorState, documentAncestorState, enterElement } from './ancestors.ts';
import type { CaptureEvents } from './capture-recorder.ts';
import { DomTraversal, type TraversalLimits } from './dom-traversal.ts';
import { frameKey, getDocumentBody, shownParent } from './flat-tree.ts';
import { type DeclaredKind, declaredKind, productFacts, readJsonLdThings, type Thing } from './page-metadata.ts';
import { createView, readTraits, type View } from './view.ts';

/** What is recorded of a page: plain data, from which `composeReading` builds a reading. */
export type PageCapture = Pick<PageReading, 'url' | 'title' | 'language' | 'truncated' | 'frameKey'> & {
  events: CaptureEvents;
  /** Characters in the middle of a long page that were skipped. */
  omittedCharacters: number;
  selection: SelectionCapture;
  kind: DeclaredKind;
  /** Notes about the whole page, placed at its end. */
  remarks: string[];
  /** The source and type of a document that is not a web page. */
  plain: { source: string; contentType: string } | null;
  /** The content, if a site-specific reader has found it. */
  content: PageBlock[] | null;
};

/** Limits of a whole reading, in milliseconds and characters. */
const LIMITS = {
  characters: 16 * 1024 * 1024,
  /** Start of the skipped middle: the maximum length of a returned page, plus room for boilerplate. */
  middleFrom: 2.5 * 1024 * 1024,
  /**
   * Only pages that would otherwise never finish reach this limit: 5 MB take 1 s, or several times that on a busy
   * machine.
   */
  ms: 20_000,
  selection: 200_000,
  title: 200,
  url: 4000,
};

/**
 * Captures what a user sees on the page that is open in `window`, and the elements of its regions. Runs in the page's
 * isolated world: queries the live DOM, its styles and boxes, changes nothing, and does not throw for any page content.
 * Works in slices and awaits `pause` between them, so that the page's own tasks can run. Stops after 20 s of its own
 * work.
 */
export async function captureDom(
  document: Document,
  window: Window & typeof globalThis,
  { pause = yieldToPage }: { pause?: () => Promise<void> } = {},
): Promise<{ capture: PageCapture; elements: readonly Element[] }> {
  const { performance } = window;
  const now = () => performance.now();
  const traversalLimits = { maxCharacters: LIMITS.characters, deadline: now() + LIMITS.ms, now };
  const source = plainSource(document);
  const view = createView(document, window);
  // The selection comes first: it is small and intended by the user, so a page that uses up the time must not lose it.
  const selection = captureSelection(document, view, { ...traversalLimits, maxCharacters: LIMITS.selection });
  const { elements, ...traversed } =
    source === null
      ? await traverseDocument(document, view, { ...traversalLimits, middleFrom: LIMITS.middleFrom }, pause)
      : NO_TRAVERSAL;
  const things = readJsonLdThings(document);
  const capture: PageCapture = {
    ...traversed,
    url: document.location.href.slice(0, LIMITS.url),
    title: oneLine(String(property(Document.prototype, document, 'title')), LIMITS.title),
    language: readLanguage(document),
    selection,
    kind: declaredKind(document, things),
    remarks: notesOn(document, things),
    plain: source === null ? null : { source, contentType: document.contentType },
    content: null,
    frameKey: frameKey(window),
  };
  return { capture, elements };
}

type TraversalResult = Pick<PageCapture, 'events' | 'truncated' | 'omittedCharacters'> & {
  elements: readonly Element[];
};

const NO_TRAVERSAL: TraversalResult = {
  events: { calls: [], regions: [], opening: [] },
  truncated: false,
  omittedCharacters: 0,
  elements: [],
};

async function traverseDocument(
  document: Document,
  view: View,
  traversalLimits: TraversalLimits,
  pause: () => Promise<void>,
): Promise<TraversalResult> {
  const body = getDocumentBody(document);
  const ancestors = documentAncestorState(document, view);
  if (!body || !ancestors) return NO_TRAVERSAL;
  const traversal = new DomTraversal(body, ancestors, view, traversalLimits);
  while (!traversal.traverse(traversalLimits.now() + SLICE_LENGTH)) {
    const paused = traversalLimits.now();
    await pause();
    // Time that the page's own tasks used in between does not count.
    traversalLimits.deadline += traversalLimits.now() - paused;
  }
  const { events, elements } = traversal.finish();
  const { omittedCharacters } = traversal;
  return { events, truncated: traversal.truncated || omittedCharacters > 0, omittedCharacters, elements };
}

function notesOn(document: Document, things: readonly Thing[]): string[] {
  const remarks = [productFacts(things)];
  if (document.readyState === 'loading') remarks.push('(The page was still loading when it was read.)');
  return remarks.filter((remark) => remark !== '');
}

function readLanguage(document: Document): string {
  const language = attribute(document.documentElement, 'lang')?.trim() ?? '';
  return /^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i.test(language) ? language : '';
}

/**
 * How long the page's own tasks may have to wait, in ms: tasks over 50 ms are noticeable (Web Vitals, "long tasks").
 */
const SLICE_LENGTH = 20;

type Scheduler = { scheduler?: { yield?: () => Promise<void> } };

/** Lets the page handle pending tasks. `scheduler.yield` resumes sooner than a timer, where the browser has it. */
function yieldToPage(): Promise<void> {
  const { scheduler } = globalThis as Scheduler;
  if (scheduler?.yield) return scheduler.yield();
  return yieldToTasks();
}

/** Firefox creates one range per table cell. */
const MAX_RANGES = 100;

/** `text`: the selected part of a field, or ''. `ranges`: a capture of each range selected elsewhere. */
type SelectionCapture = { text: string; ranges: CaptureEvents[] };

/**
 * Captures what the user has selected. Reads the ranges and not their text, so that hidden text between two visible
 * words is excluded. In a text field, captures the selected part, unless the field is secret.
 */
function captureSelection(document: Document, view: View, limits: TraversalLimits): SelectionCapture {
  const active = property(Document.prototype, document, 'activeElement');
  if (active && (getTagName(active) === 'input' || getTagName(active) === 'textarea')) {
    const text = selectedInField(active as HTMLInputElement | HTMLTextAreaElement);
    if (text !== '') return { text, ranges: [] };
  }
  const selection = view.window.getSelection();
  const ranges: CaptureEvents[] = [];
  if (!selection) return { text: '', ranges };
  for (let index = 0; index < Math.min(selection.rangeCount, MAX_RANGES); index += 1) {
    const range = selection.getRangeAt(index);
    const events = range.collapsed ? null : traverseRange(range, document, view, limits);
    if (events) ranges.push(events);
  }
  return { text: '', ranges };
}

function traverseRange(range: Range, document: Document, view: View, limits: TraversalLimits): CaptureEvents | null {
  const root = findRangeRoot(range);
  const ancestors = root && computeAncestorState(root, document, view);
  if (!ancestors) return null;
  const traversal = new DomTraversal(root, ancestors, view, limits, range);
  traversal.traverse();
  return traversal.finish().events;
}

/** The element around a range; cells of a table are read as part of it. */
function findRangeRoot(range: Range): Element | null {
  const { commonAncestorContainer: node } = range;
  const element = node.nodeType === 1 ? (node as Element) : node.parentElement;
  if (element && /^(?:tr|tbody|thead|tfoot)$/.test(getTagName(element))) return element.closest('table') ?? element;
  return element;
}

function computeAncestorState(element: Element, document: Document, view: View): AncestorState | null {
  const path: Element[] = [];
  for (let outer = shownParent(element); outer && getTagName(outer) !== 'html'; outer = shownParent(outer))
    path.unshift(outer);
  let ancestors = documentAncestorState(document, view);
  for (const outer of path) {
    ancestors &&= enterElement(outer, readTraits(outer, view), ancestors, view);
  }
  return ancestors;
}

function selectedInField(field: HTMLInputElement | HTMLTextAreaElement): string {
  // The selection of a checkbox or a number field is null.
  if (isSecret(field as Field) || field.selectionStart === null || field.selectionEnd === null) return '';
  return cleanText(field.value.slice(field.selectionStart, field.selectionEnd)).trim();
}
