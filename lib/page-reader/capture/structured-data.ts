import { parseJson } from '../../contracts/index.ts';
import { oneLine } from '../dom/clean-text.ts';

const limits = { scripts: 10, source: 500_000, depth: 5, items: 10, text: 300, characters: 6000 };
/** Properties with the article itself, which the page shows anyway. */
const bodies = new Set(['articleBody', 'text', 'reviewBody', 'transcript', '@context']);

/** JSON-LD of a document as plain objects: limited in size, without markup, and without texts the page shows anyway. */
export function readJsonLd(document: Document): unknown[] {
  const found: unknown[] = [];
  let size = 0;
  const scripts = [...document.querySelectorAll('script[type="application/ld+json"]')].slice(0, limits.scripts);
  for (const script of scripts) {
    const value = parseJson((script.textContent ?? '').slice(0, limits.source));
    for (const each of Array.isArray(value) ? value : [value]) {
      const kept = prune(each, 0);
      const length = JSON.stringify(kept)?.length ?? 0;
      if (kept === undefined || kept === null || size + length > limits.characters) continue;
      size += length;
      found.push(kept);
    }
  }
  return found;
}

function prune(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return oneLine(value.replace(/<[^>]*>/g, ' '), limits.text);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= limits.depth) return undefined;
  if (Array.isArray(value)) return value.slice(0, limits.items).map((each) => prune(each, depth + 1));
  const entries = Object.entries(value).flatMap(([name, each]) => {
    const kept = bodies.has(name) ? undefined : prune(each, depth + 1);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(entries);
}
