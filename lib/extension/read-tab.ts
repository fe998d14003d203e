import { browser } from 'wxt/browser';
import type { FramePlace, PageReading, PageSnapshot } from '../contracts/index.ts';
import { composeReading, fingerprint } from '../page-reader/document/index.ts';
import { framePlaces, stitchFrames } from '../page-reader/query/index.ts';
import { siteAt } from '../page-reader/sites/index.ts';
import { type InjectionResult, inject, injectAll } from './inject.ts';
import { type PagePrint, printOfPage } from './page-print.ts';

/** Pages with more frames fill them with advertisements. */
const maxFrames = 24;
/** Maximum depth of nested frames. */
const maxDepth = 4;

export type FramePrint = PagePrint & { frameId: number };

/**
 * The prints of all accessible frames of a tab, the top frame first. Throws PageError. Waits for the top document to load, but
 * not for frames, which may never load (those loaded on scrolling).
 */
export async function printTab(tabId: number): Promise<FramePrint[]> {
  await inject<boolean>(tabId, () => browser.scripting.executeScript({ target: { tabId }, func: () => true }));
  const target = { tabId, allFrames: true };
  const prints = await injectAll<PagePrint>(tabId, () =>
    browser.scripting.executeScript({ target, func: printOfPage, injectImmediately: true }),
  );
  return prints.map(({ frameId, result }) => ({ ...result, frameId }));
}

export function snapshotOf(prints: readonly FramePrint[]): string {
  return fingerprint(
    prints
      .map(({ url, print }) => `${url} ${print}`)
      .sort()
      .join('\n'),
  );
}

/**
 * Reads the top document, then its visible frames of other origins, which need their own reader. Throws PageError if the top
 * document cannot be read.
 */
export async function readFrames(tabId: number, prints: readonly FramePrint[]): Promise<PageSnapshot> {
  const top = await inject<PageReading>(tabId, () => runReader(tabId, 0, prints));
  const readings: PageReading[] = [];
  const asked = new Set<number>([0]);
  let places = framePlaces(top);
  for (let depth = 0; depth < maxDepth && places.length > 0; depth += 1) {
    const frameIds = [...new Set(places.flatMap((place) => frameAt(place, prints)))]
      .filter((frameId) => !asked.has(frameId))
      .slice(0, maxFrames - asked.size);
    if (frameIds.length === 0) break;
    for (const frameId of frameIds) asked.add(frameId);
    const found = await readThese(tabId, frameIds, prints);
    readings.push(...found);
    places = found.flatMap(framePlaces);
  }
  return { ...stitchFrames(top, readings), snapshot: snapshotOf(prints), pdfPages: null };
}

/** Reads the top document alone, without frames. Throws PageError. */
export function readTopDocument(tabId: number, url: string): Promise<PageReading> {
  return inject<PageReading>(tabId, () => runReader(tabId, 0, [{ frameId: 0, url }]));
}

/** A frame may be gone or navigating by now; the others are still read. */
async function readThese(
  tabId: number,
  frameIds: readonly number[],
  prints: readonly FramePrint[],
): Promise<PageReading[]> {
  const results = await Promise.allSettled(frameIds.map((frameId) => runReader(tabId, frameId, prints)));
  return results.flatMap((each) => (each.status === 'fulfilled' ? (each.value[0]?.result ?? []) : []));
}

/**
 * Captures a frame and builds its reading outside the page. For sites with a reader of their own, a larger script is injected
 * that includes it.
 */
async function runReader(
  tabId: number,
  frameId: number,
  prints: readonly Pick<FramePrint, 'frameId' | 'url'>[],
): Promise<InjectionResult<PageReading>[]> {
  const url = prints.find((each) => each.frameId === frameId)?.url ?? '';
  const results: (InjectionResult | undefined)[] = await browser.scripting.executeScript({
    target: { tabId, frameIds: [frameId] },
    files: [siteAt(url) ? '/site-reader.js' : '/page-reader.js'],
    // Waits for the top document to load, but not for frames.
    injectImmediately: frameId !== 0,
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
