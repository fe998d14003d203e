import { isUtf8 } from 'node:buffer';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A page saved as `.html` or `.html.gz`. */
export type SavedPage = {
  /** The file's path relative to the given folder, without extension. Used as the name of its reading. */
  name: string;
  file: string;
  /** Milliseconds to wait after loading, if a `cases.json` beside it says so, else null. */
  wait: number | null;
};

export type PageBytes = {
  body: Buffer;
  contentType: string;
  /** The address from which the page was saved, if known. */
  url: string | null;
};

const ENDING = /\.html?(?:\.gz)?$/i;

/** All pages at these paths, including those in folders. Names are unique. Throws if a path has no pages. */
export function findPages(paths: readonly string[]): SavedPage[] {
  const names = new Set<string>();
  const unique = (name: string) => {
    let candidate = name;
    for (let n = 2; names.has(candidate); n++) candidate = `${name}-${n}`;
    names.add(candidate);
    return candidate;
  };
  return paths.flatMap((root) => {
    if (!existsSync(root)) throw new Error(`There is nothing at ${root}.`);
    const isFolder = statSync(root).isDirectory();
    const files = isFolder
      ? readdirSync(root, { recursive: true, encoding: 'utf8' })
          .sort()
          .map((file) => path.join(root, file))
      : [root];
    return files
      .filter((file) => ENDING.test(file) && statSync(file).isFile())
      .map((file) => {
        const relative = isFolder ? path.relative(root, file) : path.basename(file);
        return { name: unique(relative.replace(ENDING, '')), file, wait: findWait(file) };
      });
  });
}

const cases = new Map<string, Map<string, number>>();

function findWait(file: string): number | null {
  const folder = path.dirname(file);
  const known = cases.get(folder) ?? readWaits(path.join(folder, 'cases.json'));
  cases.set(folder, known);
  return known.get(path.basename(file).replace(ENDING, '')) ?? null;
}

function readWaits(file: string): Map<string, number> {
  if (!existsSync(file)) return new Map();
  const rows = JSON.parse(readFileSync(file, 'utf8')) as { id: string; wait?: number }[];
  return new Map(rows.map(({ id, wait }) => [id, wait ?? 0]));
}

/** The response for a page. */
export function loadPage({ file }: SavedPage): PageBytes {
  const bytes = readFileSync(file);
  const body = file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
  const source = body.toString('latin1');
  return { body, contentType: chooseContentType(body, source), url: extractPageAddress(source) };
}

/**
 * Whether the page is meant to run unchanged: it is in a `cases.json`, or has scripts, everything it needs, and no
 * address. Pages saved from a site mostly have scripts that would lack their site and time.
 */
export function isSelfContained(saved: SavedPage, { body, url }: PageBytes): boolean {
  if (saved.wait !== null) return true;
  const source = body.toString('latin1');
  const needsMore = /<script[^>]*\ssrc\s*=|<link[^>]*\brel\s*=\s*["']?stylesheet/i.test(source);
  return url === null && !needsMore && /<script\b|\bOTHER\//.test(source);
}

/** Page sets are stored in UTF-8, regardless of what the pages declare. For other pages, the declaration is used. */
function chooseContentType(body: Buffer, source: string): string {
  const named =
    /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i.exec(source)?.[1] ??
    /^<\?xml[^>]{0,200}\sencoding\s*=\s*["']([\w-]+)/i.exec(source)?.[1];
  return isUtf8(body) || !named || /^utf-?8$/i.test(named) ? 'text/html; charset=utf-8' : 'text/html';
}

function extractPageAddress(source: string): string | null {
  const head = source.slice(0, 1_000_000);
  const tags = [
    /<link\s[^>]*\brel\s*=\s*["']?canonical\b[^>]*>/i,
    /<meta\s[^>]*\bproperty\s*=\s*["']?og:url\b[^>]*>/i,
    /<base\s[^>]*>/i,
  ];
  for (const pattern of tags) {
    const tag = pattern.exec(head)?.[0];
    const [, , address = ''] = /\b(?:href|content)\s*=\s*(["']?)([^"'\s>]+)/i.exec(tag ?? '') ?? [];
    const url = URL.parse(address.replaceAll('&amp;', '&'));
    if (!url || !/^https?:$/.test(url.protocol) || !url.hostname.includes('.')) continue;
    url.hash = '';
    // No connection is made, so https is safe. Browsers would change the scheme of preloaded sites anyway.
    url.protocol = 'https:';
    return url.href;
  }
  return null;
}
