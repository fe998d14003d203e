import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Frame, Page } from 'puppeteer-core';

type WithAxe = { axe: typeof axe };

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Rules that depend on colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Serious accessibility violations that axe finds on a page or in a frame, as `rule: element`. */
export function seriousFindings(page: Page | Frame): Promise<string[]> {
  return findings(page, {});
}

/** Findings that depend on colors, for a page whose other findings are known. */
export function colorFindings(page: Page): Promise<string[]> {
  return findings(page, { runOnly: COLOR_RULES });
}

async function findings(page: Page | Frame, options: axe.RunOptions): Promise<string[]> {
  // The page's CSP forbids external scripts, but not what the driver evaluates.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    (chosen) => (globalThis as unknown as WithAxe).axe.run({ resultTypes: ['violations'], ...chosen }),
    options,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`));
}
