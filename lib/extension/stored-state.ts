import { browser } from 'wxt/browser';
import { type BackupReport, type GgufModel, type GgufSpeed, NO_BACKUP, type QuickRequest } from '../contracts/index.ts';
import { isRestrictedHost } from './permissions.ts';
import { defineSetting } from './setting.ts';

/**
 * Whether this is a private window of Chrome, with its own worker and database, which are deleted with the last such
 * window.
 */
export const isPrivateWindow: boolean = browser.extension.inIncognitoContext;

/**
 * The storage key for data that belongs to a page's chats. Chrome shares `storage.local` between private and other
 * windows and writes it to disk, while their databases are separate.
 */
/* @__NO_SIDE_EFFECTS__ */
export const chatKey = <Name extends string>(name: Name) =>
  isPrivateWindow ? (`session:private-${name}` as const) : (`local:${name}` as const);

/** The project in which new chats start, and that the list of chats shows. */
export const selectedProject = defineSetting<string | null>(chatKey('selectedProject'), null);

/** The models that run inside the extension. Like databases, their files are separate for private windows. */
export const ggufModels = defineSetting<GgufModel[]>(chatKey('ggufModels'), []);

/** The speed of each of them on this machine, by id. */
export const ggufSpeeds = defineSetting<Record<string, GgufSpeed>>(chatKey('ggufSpeeds'), {});

/** A request from outside the panel, until a panel takes it. */
export const quickRequest = defineSetting<QuickRequest | null>(
  isPrivateWindow ? 'session:private-quickRequest' : 'session:quickRequest',
  null,
);

/**
 * What the toolbar button has shared since the browser started: how many times each site, and the site of each tab, by
 * origin. `clicks` counts all of them, so that panels notice each one: browsers report no event for the access that a
 * click grants.
 */
export type SharedSites = {
  clicks: number;
  counts: Readonly<Record<string, number>>;
  tabs: Readonly<Record<number, string>>;
};

export const sharedSites = defineSetting<SharedSites>(
  isPrivateWindow ? 'session:private-sharedSites' : 'session:sharedSites',
  { clicks: 0, counts: {}, tabs: {} },
);

/** Records a page that the toolbar button shared. */
export async function noteSharedPage(tabId: number, url: string): Promise<void> {
  const shared = await sharedSites.getValue();
  const clicks = shared.clicks + 1;
  const address = URL.parse(url);
  // The address of Reader View contains that of its article.
  const site = address?.protocol === 'about:' ? URL.parse(address.searchParams.get('url') ?? '') : address;
  if (!site || !/^https?:$/.test(site.protocol) || isRestrictedHost(site.hostname)) {
    // The site that the tab showed before is no longer visible to the user.
    const { [tabId]: _left, ...tabs } = shared.tabs;
    return sharedSites.setValue({ ...shared, clicks, tabs: url === '' ? shared.tabs : tabs });
  }
  const { origin } = site;
  await sharedSites.setValue({
    clicks,
    counts: { ...shared.counts, [origin]: (shared.counts[origin] ?? 0) + 1 },
    tabs: { ...shared.tabs, [tabId]: origin },
  });
}

/** The chat that a panel opens with. */
export const lastThread = defineSetting<string | null>(chatKey('lastThread'), null);

/** The last scheduled backup, and why the following one failed. */
export const backupReport = defineSetting<BackupReport>('local:backupReport', NO_BACKUP);

/** The id of the last known database. A different id means that the database was removed from outside. */
export const storeId = defineSetting<string | null>(chatKey('storeId'), null);

/** Whether the database was removed from outside and the user has not dismissed the message about it. */
export const isStoreEmptied = defineSetting<boolean>(chatKey('storeEmptied'), false);
