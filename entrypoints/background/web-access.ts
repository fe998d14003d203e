import {
  BROWSER_SEARCH,
  type PageAccess,
  type PageSnapshot,
  type PdfPage,
  type SearchEngineId,
  type SearchSettings,
  type WebAccess,
  WebError,
} from '../../lib/contracts/index.ts';
import { browserSession, fetchHop, hasHostPermission, type PdfReader, searchInTab } from '../../lib/extension/index.ts';
import { decodeHtml, fingerprint, joinBlocks, plainReading } from '../../lib/page-reader/document/index.ts';
import { isPdf } from '../../lib/page-reader/pdf/index.ts';
import { KeysLockedError, type SidenoteDb } from '../../lib/storage/index.ts';
import { loadApiKey } from '../../lib/storage/load-api-key.ts';
import {
  type FetchedPage,
  fetchPage,
  queryWithSite,
  resultsOnPage,
  searchEngine,
  searchKeyId,
  searchWeb,
} from '../../lib/web/index.ts';

/** Pages kept, and for how long, so that reading on loads nothing again. Milliseconds. */
const KEPT = { count: 8, ms: 300_000 };
/** A page with scripts and less text than this, in characters, shows its text only to a browser. */
const LITTLE_TEXT = 150;

type Dependencies = {
  db: SidenoteDb;
  reader: PdfReader;
  page: Pick<PageAccess, 'read'>;
  settings: () => Promise<SearchSettings>;
  now: () => number;
};

/** The web as the user has set it up: one search engine with its key, and pages of the sites the browser allows. */
export function createWebAccess({ db, reader, page, settings, now }: Dependencies): WebAccess {
  const kept = new Map<string, { page: Promise<PageSnapshot>; until: number }>();

  async function setUp(id: SearchEngineId) {
    const { address, searchId } = await settings();
    const engine = searchEngine(id);
    const base = engine.address ?? address;
    const origin = URL.parse(base)?.origin ?? '';
    if (!(await hasHostPermission(base)))
      throw new WebError(
        'site-not-allowed',
        `The browser does not let Sidenote reach ${engine.name}. The user can allow it in the settings.`,
      );
    const key = await loadApiKey(db, searchKeyId(id), origin, browserSession).catch((error: unknown) => {
      if (error instanceof KeysLockedError)
        throw new WebError('search-key', 'The keys are locked. The user has to enter the passphrase.', {
          cause: error,
        });
      throw error;
    });
    if (engine.needsKey && key === null) throw new WebError('search-key', `There is no key for ${engine.name}.`);
    return { engine, setup: { address: base.replace(/\/+$/, ''), key: key ?? '', searchId } };
  }

  async function read(
    { url, contentType, bytes }: FetchedPage,
    onPdfPage?: (page: PdfPage) => void,
  ): Promise<PageSnapshot> {
    const document = { url, contentType, bytes, print: fingerprint(`${url} ${bytes.length} ${now()}`) };
    if (contentType.startsWith('application/pdf') || isPdf(bytes)) return reader.read(document, 1, onPdfPage);
    if (!/^(?:text\/html|application\/xhtml)/.test(contentType) && contentType !== '') return plainReading(document);
    const html = decodeHtml(bytes, contentType);
    const reading = await reader.readHtml(html, url);
    const text = joinBlocks(reading.blocks.map(({ markdown }) => markdown));
    if (text.length < LITTLE_TEXT && /<script/i.test(html) && text.split(/\s+/).length < 20)
      throw new WebError(
        'needs-browser',
        'The page shows hardly any text without scripts. The user can open it in a tab.',
      );
    return { ...reading, snapshot: fingerprint(text), unreadFrames: [], pdfPages: null };
  }

  return {
    async searchAddress() {
      const { engine, address } = await settings();
      return engine === null ? BROWSER_SEARCH : (searchEngine(engine).address ?? address);
    },
    async search(query, signal) {
      const { engine: id } = await settings();
      if (id === null) return searchInTab(queryWithSite(query), { read: page.read, resultsOf, signal });
      const { engine, setup } = await setUp(id);
      return searchWeb(engine, query, setup, { fetch, signal });
    },
    mayOpen: hasHostPermission,
    async open(request, signal, onPdfPage) {
      const known = kept.get(request.url);
      if (known !== undefined && now() < known.until) return known.page;
      const page = fetchPage(request, { fetchHop, isAllowed: hasHostPermission, signal }).then((fetched) =>
        read(fetched, onPdfPage),
      );
      kept.set(request.url, { page, until: now() + KEPT.ms });
      page.catch(() => kept.delete(request.url));
      const [oldest] = kept.keys();
      if (kept.size > KEPT.count && oldest !== undefined) kept.delete(oldest);
      return page;
    },
  };
}

function resultsOf({ blocks, url }: PageSnapshot) {
  return resultsOnPage(blocks, url);
}
