import { oneLine } from '../dom/clean-text.ts';
import { attribute } from '../dom/dom.ts';
import { noCounts, type PlacedBlock, type Region } from '../dom/region.ts';
import type { Site } from './site.ts';

/** Characters of a name, and of a time or score. */
const maxNameLength = 80;
const maxFactLength = 40;

/** `### ada · 2026-01-02 · 12`, deeper for answers to others. */
export function entryHeading(entry: Element, site: Site, region: Region): PlacedBlock {
  const depth = site.depth ? Number.parseInt(factOf(entry, site.depth, 4), 10) || 0 : 0;
  const level = Math.min(3 + depth, 6);
  const parts = [
    factOf(entry, site.author, maxNameLength) || 'unknown',
    factOf(entry, site.time, maxFactLength),
    site.score ? factOf(entry, site.score, maxFactLength) : '',
    site.mark && entry.matches(site.mark.selector) ? site.mark.word : '',
  ];
  const title = parts.filter((part) => part !== '').join(' · ');
  return {
    markdown: `${'#'.repeat(level)} ${title}`,
    kind: 'heading',
    headingLevel: level,
    region,
    counts: noCounts(),
  };
}

function factOf(entry: Element, where: string, maxLength: number): string {
  for (const each of where.split('|')) {
    const [selector = '', name] = each.trim().split('@');
    const element = selector === '' ? entry : entry.querySelector(selector);
    const text = element && (name === undefined ? element.textContent : attribute(element, name));
    if (text?.trim()) return oneLine(text, maxLength);
  }
  return '';
}
