import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  callChunks,
  chunk,
  EVENT_STREAM,
  hasToolResult,
  type ModelServer,
  pause,
  startModelServer,
  streamChunks,
  textChunks,
} from './support/model-server.ts';
import type { Panel } from './support/panel.ts';
import { IS_FULL } from './support/scale.ts';
import { type Stage, setStage } from './support/stage.ts';
import { RICH, SUMMARY } from './support/views/sample-answers.ts';

/**
 * `settled`: the shifts of elements that were at least two blocks before the end in the previous frame. Tables are
 * excluded, since they are as wide as their widest cell.
 */
type Shifts = { sum: number; settled: string[] };
type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};
declare global {
  var shifts: Shifts;
}

/**
 * Runs in the panel. The words at the end of a tool's line show its state, and change without moving anything else. The
 * same applies to those in the pill below, once the page has been measured for the question. On a busy machine, that is
 * long after the user typed it.
 */
function watchShifts(): void {
  globalThis.shifts = { sum: 0, settled: [] };
  // On a busy machine, the observer is notified late, so settled elements are checked in every frame.
  const frames: number[] = [];
  const writtenAt = new Map<Element, number>();
  const look = () => {
    frames.push(performance.now());
    const blocks = [...document.querySelectorAll('.markdown-group > *')];
    // A formula shows its source until its renderer has loaded, which depends on the machine.
    const unfinished = blocks.filter(
      (block, index) => index >= blocks.length - 2 || block.querySelector('.math-text > code'),
    );
    for (const block of unfinished) writtenAt.set(block, frames.length);
    requestAnimationFrame(look);
  };
  look();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput) continue;
      globalThis.shifts.sum += entry.value;
      const frame = frames.filter((at) => at <= entry.startTime).length;
      for (const { node, previousRect, currentRect } of entry.sources) {
        const element = node instanceof Element ? node : node?.parentElement;
        const block = element?.closest('.markdown-group > *');
        if (!element || element.closest('.table, .tool-call-note, .context-pill')) continue;
        // In the previous frame it was still being written.
        if (block && (writtenAt.get(block) ?? frame) >= frame - 1) continue;
        globalThis.shifts.settled.push(`${element.outerHTML.slice(0, 80)}: ${previousRect.top} to ${currentRect.top}`);
      }
    }
  }).observe({ type: 'layout-shift' });
}

/**
 * The limit for a good score (web.dev/articles/cls). The remaining shifts are columns of a table that is being written,
 * and a formula that waits for its renderer. How much they add depends on how many frames a busy machine draws in
 * between, so the stricter limit applies only to the full run.
 */
const MAX_SHIFT = IS_FULL ? 0.03 : 0.1;

// Only Chromium reports layout shifts.
describe('layout shifts while an answer streams', () => {
  let stage: Stage;
  let server: ModelServer;
  let panel: Panel;
  beforeAll(async () => {
    server = await startModelServer({
      writer: async (request, response) => {
        if (hasToolResult(request)) {
          await pause(500);
          return streamChunks(response, textChunks(`${SUMMARY}\n${RICH}\n${SUMMARY}`), 15);
        }
        response.writeHead(200, EVENT_STREAM);
        for (const content of ['The person ', 'wants a summary. ']) {
          response.write(chunk({ reasoning_content: content }));
          await pause(200);
        }
        for (const piece of callChunks([{ id: 'call_1', name: 'read_page', arguments: '{}' }])) {
          response.write(piece);
          await pause(50);
        }
        response.end();
      },
    });
    stage = await setStage('chromium', { pageContext: 'on-demand' });
    const { tabId } = await stage.openPage(stage.articleUrl);
    await stage.addEndpoint(server.url);
    panel = await stage.openPanel(tabId);
    await panel.chooseModel('writer');
  });
  afterAll(async () => {
    await stage?.close();
    await server?.close();
  });

  test('text above the streaming answer does not move', async () => {
    await panel.page.evaluate(watchShifts);
    await panel.ask('Summarize this page');
    expect(await panel.answer()).toContain('Honolulu');
    await pause(500);
    const { sum, settled } = await panel.page.evaluate(() => globalThis.shifts);
    expect(settled).toEqual([]);
    expect(sum).toBeLessThan(MAX_SHIFT);
  });
});
