import { PageError, type SitePolicy } from '../../../lib/contracts/index.ts';
import { isSearchable, pinnedPages, policyFor } from '../../../lib/security/index.ts';
import { buildReading, granted, MemoryPages } from '../../../lib/testing/tools/memory-pages.ts';
import { type Attempt, type Family, HARMLESS, HELD, type Outcome, unless } from './family.ts';

const PRIVATE = 'Balance of Alice: 4711 EUR';
const HOME = 'https://home.test';

/** Sites that the user withholds, as named in the settings. */
const SITES = [
  'https://bank.test',
  'https://mail.bank.test',
  'http://intra.test',
  'https://bücher.test',
  'https://bank.co.test',
  'https://www.clinic.test',
  // As people write them, in an imported file.
  'tax.test',
  '*.club.test',
];

/** How an address of such a site can be written. */
const SPELLINGS: Record<string, (url: URL) => string> = {
  'as it is': (url) => `${url.origin}/account`,
  'in the clear': (url) => `http://${url.host}/`,
  encrypted: (url) => `https://${url.host}/`,
  'at another port': (url) => `https://${url.hostname}:8443/`,
  'with www': (url) => `https://www.${url.hostname.replace(/^www\./, '')}/`,
  'without www': (url) => `https://${url.hostname.replace(/^www\./, '')}/`,
  'for phones': (url) => `https://m.${url.hostname}/`,
  'two below': (url) => `https://a.b.${url.hostname}/`,
  'with a dot': (url) => `https://${url.hostname}./`,
  'in upper case': (url) => `HTTPS://${url.hostname.toUpperCase()}/X`,
  'with a password': (url) => `https://alice:x@${url.hostname}/`,
  'with a long query': (url) => `https://${url.hostname}/?token=abc&employee=4711#x`,
  'made by its page': (url) => `blob:https://${url.hostname}/0f0e`,
  'its source': (url) => `view-source:https://${url.hostname}/account`,
  'in an archive': (url) => `https://archive.test/web/20240101000000/${url.origin}/account`,
  'in an archive, without a scheme': (url) => `https://archive.test/newest/${url.host}/account`,
  'in an archive, encoded': (url) => `https://archive.test/wayback/${encodeURIComponent(`${url.origin}/account`)}`,
  'in a cache': (url) => `https://cache.test/search?q=cache:4711:${url.hostname}/account`,
  'in a cache for phones': (url) => `https://${dashed(url)}.cdn.ampproject.org/c/s/${url.hostname}/account`,
  'in a cache for phones, by its host alone': (url) => `https://${dashed(url)}.cdn.ampproject.org/`,
  'in a page of results': (url) => `https://www.results.test/amp/s/${url.hostname}/account`,
  translated: (url) => `https://translate.test/translate?sl=de&tl=en&u=${encodeURIComponent(url.origin)}`,
  'translated, by its host alone': (url) => `https://${dashed(url)}.translate.goog/account`,
  'translated, with a scheme in the path': (url) =>
    `https://translated.test/proxy_u/de-en/https/${url.hostname}/account`,
  'in a reader view': (url) => `about:reader?url=${encodeURIComponent(`${url.origin}/account`)}`,
  'in a reader of another site': (url) => `https://reader.test/${url.origin}/account`,
  'in a fragment': (url) => `https://reader.test/#!/${url.hostname}/account`,
  'through a proxy': (url) => `https://${dashed(url)}.ezproxy.library.test/account`,
  'through a proxy, by its labels': (url) => `https://${url.hostname}.proxy.library.test/account`,
  'through a proxy, in base64': (url) =>
    `https://proxy.test/?u=${Buffer.from(`${url.origin}/account`).toString('base64url')}`,
  'through a proxy, in hexadecimal': (url) =>
    `https://proxy.test/?u=${Buffer.from(`${url.origin}/account`).toString('hex')}`,
  'through a proxy, its host alone in base64': (url) =>
    `https://proxy.test/?u=${Buffer.from(url.hostname).toString('base64url')}`,
  'through a network for students': (url) => `https://https-${dashed(url)}-443.webvpn.library.test/account`,
  'translated from an archive': (url) =>
    `https://archive-test.translate.goog/web/2024/${encodeURIComponent(encodeURIComponent(url.origin))}`,
};

/** A host as services write it into a label. */
function dashed({ hostname }: URL): string {
  return hostname.replaceAll('-', '--').replaceAll('.', '-');
}

const { signal } = new AbortController();

/** The other carriers: what each of them passes from the page to a model. */
const WAYS: Record<string, (url: string, policy: SitePolicy, site: string) => Promise<Outcome>> = {
  'the list of tabs': async (url, policy, site) => {
    const { pages } = pagesWith(url, policy, site);
    const tabs = await pages.list();
    const shown = tabs.filter(({ tabId }) => tabId !== 1);
    return shown.length === 0 ? HARMLESS : { leak: JSON.stringify(shown), hasSent: true };
  },
  'its text': async (url, policy, site) => refused(pagesWith(url, policy, site).pages.read(2, signal)),
  'its forms': async (url, policy, site) => refused(pagesWith(url, policy, site).pages.forms(2, signal)),
  'its facts': async (url, policy, site) => refused(pagesWith(url, policy, site).pages.facts(2, signal)),
  'its captions': async (url, policy, site) => refused(pagesWith(url, policy, site).pages.transcript(2, signal)),
  'a picture of it': async (url, policy, site) => refused(pagesWith(url, policy, site).pages.capture(2, signal)),
  'a document of it': async (url, policy, site) =>
    refused(pagesWith(url, policy, site).pages.readPdf({ tabId: 2, url, withSession: true } as never, signal)),
  'a document of it beside another page': async (url, policy, site) =>
    refused(pagesWith(url, policy, site).pages.readPdf({ tabId: 1, url, withSession: true } as never, signal)),
  'a frame of it in another page': async (url, policy, site) => {
    const { pages, frames } = pagesWith(url, policy, site);
    await pages.read(1, signal);
    return frames.includes(url) ? { leak: 'its frame may be read', hasSent: true } : HARMLESS;
  },
  'a search in all tabs': async (url, policy, site) => unless(!isSearchable(url, { [site]: policy }), 'it is searched'),
  'its policy': async (url, policy, site) =>
    unless(policyFor(url, { [site]: policy }) === policy, 'it has another policy'),
};

async function refused(reading: Promise<unknown>): Promise<Outcome> {
  return reading.then(
    (read) => ({ leak: JSON.stringify(read).slice(0, 100), hasSent: true }),
    (error: unknown) => {
      if (error instanceof PageError) return HELD;
      throw error;
    },
  );
}

/** A run beside another page. It does not know a policy of the site, since it was not asked about it. */
function pagesWith(url: string, policy: SitePolicy, site: string) {
  const frames: string[] = [];
  const own = new MemoryPages({
    1: granted(buildReading('home', 'Tides.')),
    2: granted({ ...buildReading('other', PRIVATE), title: PRIVATE, url }),
  });
  own.policies = { [site]: policy };
  const read = own.read.bind(own);
  own.read = async (tabId, stop, options = {}) => {
    if (options.mayReadFrame?.(url) === true) frames.push(url);
    return read(tabId, stop, options);
  };
  return { pages: pinnedPages(own, { sites: new Set([HOME]) }), frames };
}

export const SITE_RULES: Family = {
  name: 'pages of sites that are kept back',
  controls: [
    'a site that is kept back is not in the list of tabs',
    'the policy of a site covers the hosts under it',
    'the policy of a site holds however the site is named',
    'the policy of a site covers its pages where another site shows them',
  ],
  minSent: 0.15,
  attempts: () =>
    SITES.flatMap((site) =>
      Object.entries(SPELLINGS).flatMap(([spelling, write]) => {
        const url = write(new URL(site.includes('://') ? site : `https://${site.replace('*.', '')}`));
        return (['never', 'ask'] as const).flatMap((policy) =>
          Object.entries(WAYS).map(
            ([way, run]): Attempt => ({
              name: `${way}, ${policy} for ${site}, ${spelling}`,
              run: () => run(url, policy, site),
            }),
          ),
        );
      }),
    ),
};
