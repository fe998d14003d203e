// Checks the size of the built extension against its budget, and fails if it is exceeded. Needs `npm run build`.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Kilobytes (1,000 bytes) after gzip. The last row is the whole extension, as compressed in a store package. The worker
 * contains all five interfaces to models (the four native ones in 12 KB), the sign-in to MCP servers, and the searches
 * of tabs, bookmarks and history, since a service worker may not import anything later. The package also contains the
 * texts in every language, Argon2id for backups, and 2.9 MB of llama.cpp as WebAssembly. That is loaded when a model
 * inside the extension is first asked (decision 38). The page reader is compiled in every document that is read, so it
 * has its own limit. Half a kilobyte of it finds what controls without ARIA open, without which whole sections would be
 * lost, and another half finds columns in a separate table, panels in shadow trees and copies in tickers. The site
 * reader contains the page reader, and grows with it.
 */
const BUDGET = {
  worker: 450,
  panel: 400,
  'page reader': 37,
  'site reader': 48,
  'page highlight': 8,
  package: 6500,
};

function gzipped(files: string[]): number {
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0) / 1000;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** A page's own scripts with all imports, and its styles. */
function filesOfPage(folder: string, page: string): string[] {
  const found = new Set<string>();
  const follow = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, address] of text.matchAll(/(?:src|href|from|import)\s*[=(]?\s*"([^":]+\.(?:js|css))"/g)) {
      if (address)
        follow(
          path.join(
            folder,
            address.startsWith('/') ? address : path.relative(folder, path.resolve(path.dirname(file), address)),
          ),
        );
    }
  };
  follow(path.join(folder, page));
  return [...found];
}

let isTooHeavy = false;
for (const target of ['chrome-mv3', 'firefox-mv3']) {
  const folder = path.resolve('.output', target);
  const weights: Record<keyof typeof BUDGET, number> = {
    worker: gzipped([path.join(folder, 'background.js')]),
    panel: gzipped(filesOfPage(folder, 'sidepanel.html')),
    'page reader': gzipped([path.join(folder, 'page-reader.js')]),
    'site reader': gzipped([path.join(folder, 'site-reader.js')]),
    'page highlight': gzipped([path.join(folder, 'page-highlight.js')]),
    package: gzipped(filesIn(folder)),
  };
  for (const [part, weight] of Object.entries(weights) as [keyof typeof BUDGET, number][]) {
    const isOver = weight > BUDGET[part];
    isTooHeavy ||= isOver;
    console.log(
      `${target}  ${part.padEnd(14)} ${weight.toFixed(1).padStart(7)} KB of ${BUDGET[part]} KB${isOver ? '  TOO HEAVY' : ''}`,
    );
  }
}
process.exitCode = isTooHeavy ? 1 : 0;
