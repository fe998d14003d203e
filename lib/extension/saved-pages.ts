import { type Browser, browser } from 'wxt/browser';
import type { BrowserPermission, Period, SavedPage } from '../contracts/index.ts';
import { isSearchable } from '../security/index.ts';
import { matchPattern } from './permissions.ts';
import { settings } from './settings.ts';

/** Maximum number of pages of the history that are examined, most recently visited first. */
const MAX_VISITED = 10_000;

/**
 * The web pages among the user's bookmarks, or those visited in a period, newest first. Omits sites that the user is
 * asked about or never sends. Rejects without the browser's permission.
 */
export async function savedPages(from: BrowserPermission, period: Period, signal: AbortSignal): Promise<SavedPage[]> {
  const [all, sites] = await Promise.all([
    from === 'bookmarks' ? bookmarkedPages() : visitedPages(period),
    settings.sitePolicies.getValue(),
  ]);
  signal.throwIfAborted();
  return all
    .filter(({ url }) => matchPattern(url) !== null && isSearchable(url, sites))
    .sort((one, other) => (other.at ?? 0) - (one.at ?? 0));
}

async function bookmarkedPages(): Promise<SavedPage[]> {
  return (await browser.bookmarks.getTree()).flatMap((root) => pagesIn(root, []));
}

function pagesIn(
  { title, url, dateAdded, children = [] }: Browser.bookmarks.BookmarkTreeNode,
  folders: readonly string[],
): SavedPage[] {
  if (url !== undefined) return [{ title, url, at: dateAdded ?? null, folder: folders.join(' > ') }];
  const inside = title === '' ? folders : [...folders, title];
  return children.flatMap((child) => pagesIn(child, inside));
}

async function visitedPages({ since, until }: Period): Promise<SavedPage[]> {
  const visits = await browser.history.search({
    text: '',
    // Without it, only the last day is searched.
    startTime: since ?? 0,
    ...(until === null ? {} : { endTime: until }),
    maxResults: MAX_VISITED,
  });
  return visits.flatMap(({ url, title = '', lastVisitTime }) =>
    url === undefined ? [] : [{ title: title ?? '', url, at: lastVisitTime ?? null, folder: '' }],
  );
}
