import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin, type Rolldown } from 'vite';
import { diagramPackage } from '../diagram-package.ts';
import { packedCatalogue } from '../locales/catalogue.ts';
import { packageChanges } from '../package-changes.ts';
import { toolViews } from '../tool-views.ts';

export const SITE = 'out/site';

/** Kilobytes (1,000 bytes) after gzip, of everything that is loaded before the first answer. */
export const DEMO_BUDGET_KB = 900;

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
const ROOT = path.join(REPOSITORY, 'demo');
const ARTICLE = path.join(REPOSITORY, 'scripts/sample/article.html');
const PAGES = ['index', 'article', 'panel', 'settings'];

export type DemoSizes = { opening: number; all: number };

type DemoOptions = {
  outDir: string;
  /** `OWNER/NAME`, for the link to the source. */
  repository?: string | undefined;
};

/** Builds the demo. */
export async function buildDemo({ outDir, repository }: DemoOptions): Promise<DemoSizes> {
  const result = await build({
    configFile: false,
    root: ROOT,
    base: './',
    mode: 'demo',
    publicDir: false,
    logLevel: 'warn',
    define: {
      'import.meta.env.BROWSER': '"chrome"',
      'import.meta.env.CHROME': 'true',
      'import.meta.env.FIREFOX': 'false',
      'import.meta.env.MANIFEST_VERSION': '3',
    },
    resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
    worker: { format: 'es', plugins: () => [packageChanges()] },
    plugins: [
      sampleArticle(),
      links(repository),
      packedCatalogues(),
      policies(),
      packageChanges(),
      diagramPackage(),
      toolViews(),
    ],
    build: {
      outDir: path.resolve(REPOSITORY, outDir),
      emptyOutDir: true,
      target: 'es2024',
      modulePreload: { polyfill: false },
      // The policy does not allow data URLs.
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: {
        // lucide-react marks its modules for servers.
        onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
        input: Object.fromEntries(PAGES.map((page) => [page, path.join(ROOT, `${page}.html`)])),
      },
    },
  });
  if (!('output' in result)) throw new Error('The demo is built once.');
  return weigh(result.output);
}

/** The article of `npm start`, with the script that makes it a tab of the demo. */
function sampleArticle(): Plugin {
  return {
    name: 'sample-article',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { path: page }) {
        if (page !== '/article.html') return html;
        return readFileSync(ARTICLE, 'utf8').replace('</head>', `${html}</head>`);
      },
    },
  };
}

/** Inserts the link to the source, if a repository is given. */
function links(repository: string | undefined): Plugin {
  return {
    name: 'links',
    transformIndexHtml(html) {
      if (repository === undefined) return html.replace(/^.*OWNER\/NAME.*\n/m, '');
      return html.replace('OWNER/NAME', repository);
    },
  };
}

/** Messages as in the extension, without the texts for translators. */
function packedCatalogues(): Plugin {
  return {
    name: 'packed-catalogues',
    enforce: 'pre',
    load(id) {
      const [, locale] = /[\\/]_locales[\\/](\w+)[\\/]messages\.json$/.exec(id) ?? [];
      return locale === undefined ? null : packedCatalogue(locale);
    },
  };
}

/**
 * The same policies as for extension pages, which connect to nothing. Only the worker beside the article connects, to
 * the servers of the user's endpoints.
 */
function policies(): Plugin {
  return {
    name: 'policies',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path: page }) {
        const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
          ([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`,
        );
        const policy = [
          "default-src 'none'",
          "script-src 'self'",
          `style-src 'self'${styles.join('')}`,
          "img-src 'self' data:",
          `connect-src ${page === '/article.html' ? 'https: http:' : "'none'"}`,
          `frame-src ${page === '/index.html' ? "'self'" : "'none'"}`,
          "form-action 'none'",
          "base-uri 'none'",
        ];
        return [
          {
            tag: 'meta',
            attrs: { 'http-equiv': 'Content-Security-Policy', content: policy.join('; ') },
            injectTo: 'head-prepend',
          },
          {
            tag: 'meta',
            // No policy stops a browser from looking up the hosts of displayed links (quirk: link-lookup).
            attrs: { 'http-equiv': 'x-dns-prefetch-control', content: 'off' },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}

/** What the documents import later: settings, and scripts for other tools. Only one language is loaded. */
const ON_DEMAND = /^(?:settings|messages|page-(?:facts|field|forms|transcript|translation))$/;

/**
 * Kilobytes after gzip. `opening`: what is loaded before the first answer. `all`: everything that can be loaded. Both
 * with English messages.
 */
function weigh(files: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): DemoSizes {
  const isTranslation = ({ fileName }: { fileName: string }) => /\/messages-/.test(fileName);
  const size = (file: (typeof files)[number]) =>
    gzipSync(file.type === 'chunk' ? file.code : file.source, { level: 9 }).length / 1000;
  const english = files.find((file) => file.type === 'chunk' && file.facadeModuleId?.includes('/en/messages.json'));
  const loaded = new Set(files.filter((file) => file === english || /fact-check-worker|\.html$/.test(file.fileName)));
  const follow = (fileName: string) => {
    const file = files.find((each) => each.fileName === fileName);
    if (file?.type !== 'chunk' || loaded.has(file)) return;
    loaded.add(file);
    const styles = file.viteMetadata?.importedCss ?? new Set();
    for (const each of files) if (styles.has(each.fileName)) loaded.add(each);
    const isDemo = file.moduleIds.some((id) => id.startsWith(ROOT));
    const later = files.filter(({ fileName: name }) => isDemo && file.dynamicImports.includes(name));
    const wanted = later.filter((each) => each.type === 'chunk' && !ON_DEMAND.test(each.name));
    for (const name of [...file.imports, ...wanted.map((each) => each.fileName)]) follow(name);
  };
  for (const file of files)
    if (file.type === 'chunk' && file.isEntry && !ON_DEMAND.test(file.name)) follow(file.fileName);
  const sum = (these: Iterable<(typeof files)[number]>) => [...these].reduce((total, file) => total + size(file), 0);
  return { opening: sum(loaded), all: sum(files.filter((file) => file === english || !isTranslation(file))) };
}
