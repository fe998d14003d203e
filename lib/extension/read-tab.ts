import { browser } from 'wxt/browser';
import type { FramePlace, PageReading, PageSnapshot } from '../contracts/index.ts';
import { composeReading, fingerprint } from '../page-reader/document/index.ts';
import { framePlaces, stitchFrames } from '../page-reader/query/index.ts';
import { siteAt } from '../page-reader/sites/index.ts';
import { isSameSite, policyFor, type SitePolicies } from '../security/index.ts';
import { type InjectionResult, inject, injectAll } from './inject.ts';

/** Pages with more frames use them for advertisements. */
const MAX_FRAMES = 24;
/** Maximum depth of nested frames. */
const MAX_DEPTH = 4;

export type FramePrint = PagePrint & { frameId: number };

/** How long a page may load before it is read in its current state (quirk: never-idle). Milliseconds. */
const MAX_LOADING = 5000;

/**
 * The prints of all accessible frames of a tab, the top frame first. Throws PageError. Waits up to `MAX_LOADING` for
 * the top document to load, but not for frames, which may never load (those loaded on scrolling).
 */
export async function printTab(tabId: number): Promise<FramePrint[]> {
  await untilLoaded(tabId);
  const target = { tabId, allFrames: true };
  const prints = await injectAll<PagePrint>(tabId, () =>
    browser.scripting.executeScript({ target, func: printOfPage, injectImmediately: true }),
  );
  return prints.map(({ frameId, result }) => ({ ...result, frameId }));
}

/** Waits up to `MAX_LOADING` for the top document to load. Throws PageError if it cannot be read. */
export async function untilLoaded(tabId: number): Promise<void> {
  const pageLoad = inject<boolean>(tabId, () =>
    browser.scripting.executeScript({ target: { tabId }, func: () => true }),
  ).then(() => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeLimit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, MAX_LOADING);
  });
  try {
    await Promise.race([pageLoad, timeLimit]);
  } finally {
    clearTimeout(timer);
    // The page may navigate away before it has loaded.
    pageLoad.catch(() => undefined);
  }
}

export function fingerprintFrames(prints: readonly FramePrint[]): string {
  return fingerprint(
    prints
      .map(({ url, print }) => `${url} ${print}`)
      .sort()
      .join('\n'),
  );
}

/**
 * The frames of a tab that may be read with it: those of its own site, and those that `mayReadFrame` allows, except
 * sites that the user wants to be asked about or never sends. A frame of another site is served with the user's
 * cookies, and any page can embed it.
 */
export function readableFrames(
  prints: readonly FramePrint[],
  mayReadFrame: (url: string) => boolean,
  policies: SitePolicies,
): FramePrint[] {
  const top = prints.find(({ frameId }) => frameId === 0);
  return prints.filter((print) => {
    if (print === top || top === undefined) return true;
    const url = siteAddress(print, prints);
    if (mayReadFrame(url)) return policyFor(url, policies) !== 'never';
    return isSameSite(url, top.url) && policyFor(url, policies) === policyFor(top.url, policies);
  });
}

/**
 * The address whose site a frame belongs to: its own, or, if it has none (`about:srcdoc`, `data:`), that of the nearest
 * frame around it.
 */
export function siteAddress({ key, url }: FramePrint, prints: readonly FramePrint[]): string {
  if (/^(?:blob:)?https?:/.test(url)) return url;
  for (let path = key ?? ''; path !== ''; ) {
    path = path.slice(0, Math.max(0, path.lastIndexOf('.')));
    const around = prints.find((each) => each.key === path)?.url ?? '';
    if (/^(?:blob:)?https?:/.test(around)) return around;
  }
  return '';
}

/**
 * Reads the top document, then its visible frames of other origins, which need their own reader. Throws PageError if
 * the top document cannot be read.
 */
export async function readFrames(tabId: number, prints: readonly FramePrint[]): Promise<PageSnapshot> {
  const top = await inject<PageReading>(tabId, () => runReader(tabId, 0, prints));
  const readings: PageReading[] = [];
  const visitedFrames = new Set<number>([0]);
  let places = framePlaces(top);
  for (let depth = 0; depth < MAX_DEPTH && places.length > 0; depth += 1) {
    const frameIds = [...new Set(places.flatMap((place) => frameAt(place, prints)))]
      .filter((frameId) => !visitedFrames.has(frameId))
      .slice(0, MAX_FRAMES - visitedFrames.size);
    if (frameIds.length === 0) break;
    for (const frameId of frameIds) visitedFrames.add(frameId);
    const newReadings = await readThese(tabId, frameIds, prints);
    readings.push(...newReadings);
    places = newReadings.flatMap(framePlaces);
  }
  return { ...stitchFrames(top, readings), snapshot: fingerprintFrames(prints), pdfPages: null };
}

/** Reads the top document alone, without frames, once it has loaded. Throws PageError. */
export function readTopDocument(tabId: number, url: string): Promise<PageReading> {
  return inject<PageReading>(tabId, () => runReader(tabId, 0, [{ frameId: 0, url }], { injectImmediately: false }));
}

/** A frame may be gone or navigating by now. The others are still read. */
async function readThese(
  tabId: number,
  frameIds: readonly number[],
  prints: readonly FramePrint[],
): Promise<PageReading[]> {
  const results = await Promise.allSettled(frameIds.map((frameId) => runReader(tabId, frameId, prints)));
  return results.flatMap((each) => (each.status === 'fulfilled' ? (each.value[0]?.result ?? []) : []));
}

/**
 * Captures a frame and builds its reading outside the page. For sites with their own reader, injects a larger script
 * that includes it.
 */
async function runReader(
  tabId: number,
  frameId: number,
  prints: readonly Pick<FramePrint, 'frameId' | 'url'>[],
  { injectImmediately = true } = {},
): Promise<InjectionResult<PageReading>[]> {
  const url = prints.find((each) => each.frameId === frameId)?.url ?? '';
  const results: (InjectionResult | undefined)[] = await browser.scripting.executeScript({
    target: { tabId, frameIds: [frameId] },
    files: [siteAt(url) ? '/site-reader.js' : '/page-reader.js'],
    injectImmediately,
  });
  return results
    .filter((each) => each !== undefined)
    .map(({ result, ...rest }) =>
      typeof result === 'string' ? { ...rest, result: composeReading(JSON.parse(result)) } : rest,
    );
}

function frameAt({ key, url }: FramePlace, prints: readonly FramePrint[]): number[] {
  const print = prints.find((each) => (key === null ? each.key === null && each.url === url : each.key === key));
  return print ? [print.frameId] : [];
}

/**
 * A fingerprint of one frame of a tab, without reading it. `print` changes when visible or typed content changes. It
 * consists of the visible text and a hash of the rest. The text is hashed outside the page: in unoptimized code, as in
 * a page's first run, each character would take a quarter of a microsecond.
 */
type PagePrint = { url: string; title: string; contentType: string; key: string | null; print: string };

/**
 * Runs inside the page, in every frame, so it may only use code in its own body. Reads the address, the document, the
 * visible text (also in shadow trees), the number of elements, field values, and the selection. Changes nothing and
 * ignores the scroll position.
 */
function printOfPage(): PagePrint {
  const texts: string[] = [];
  // Field values are hashed here, so that they do not leave the page.
  let fieldHash = 0x811c9dc5;
  const addTyped = (text: string) => {
    for (let at = 0; at < text.length; at += 1) fieldHash = Math.imul(fieldHash ^ text.charCodeAt(at), 0x01000193);
    fieldHash = Math.imul(fieldHash ^ 0x1f, 0x01000193);
  };
  // A page can shadow `body` with a form; the prototype's getters are not affected.
  const ofDocument = <Name extends keyof Document>(name: Name) =>
    Reflect.get(Document.prototype, name, document) as Document[Name];
  const root: Element | null = ofDocument('documentElement');
  const url = String(document.location.href);
  texts.push(String(performance.timeOrigin));
  texts.push(root instanceof HTMLElement ? root.innerText : (root?.textContent ?? ''));
  const chromeDom = (globalThis as { chrome?: { dom?: { openOrClosedShadowRoot?(host: Element): ShadowRoot | null } } })
    .chrome?.dom;
  // Elements without a shadow root or a value. Testing each element's name would take twice as long.
  const others =
    'a,b,br,button,em,form,g,i,img,label,li,link,meta,option,path,script,strong,style,svg,table,td,time,tr,ul,use';
  const roots: ParentNode[] = [document];
  let elements = 0;
  for (let scope = roots.pop(); scope && elements < 300_000; scope = roots.pop()) {
    const prototype = scope === document ? Document.prototype : DocumentFragment.prototype;
    elements += prototype.querySelectorAll.call(scope, '*').length;
    for (const element of prototype.querySelectorAll.call(scope, `:not(${others})`)) {
      const shadow: ShadowRoot | null =
        element.shadowRoot ??
        (element.localName.includes('-') && element instanceof HTMLElement
          ? (chromeDom?.openOrClosedShadowRoot?.(element) ??
            (element as { openOrClosedShadowRoot?: ShadowRoot | null }).openOrClosedShadowRoot ??
            null)
          : null);
      if (shadow) {
        texts.push(shadow.textContent ?? '');
        roots.push(shadow);
      }
    }
    for (const field of prototype.querySelectorAll.call(scope, 'input,textarea,select')) {
      if (field instanceof HTMLInputElement)
        addTyped(field.type === 'password' ? '' : `${field.value}${field.checked}`);
      else if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) addTyped(field.value);
    }
  }
  addTyped(String(elements));
  addTyped(String(getSelection()));
  const key: number[] = [];
  let isCounted = true;
  for (let inner: Window = window; inner !== inner.parent && isCounted; inner = inner.parent) {
    const index = Array.from({ length: inner.parent.length }, (_, at) => at).find((at) => inner.parent[at] === inner);
    isCounted = index !== undefined;
    key.unshift(index ?? 0);
  }
  return {
    url,
    title: String(ofDocument('title')),
    contentType: ofDocument('contentType'),
    key: isCounted ? key.join('.') : null,
    print: [...texts, fieldHash].join('\u001f'),
  };
}
