import { type PageAccess, PageError } from '../../contracts/index.ts';
import { parseOrigin } from '../addresses.ts';

/** Returns the site of a tab with read access, otherwise null. */
export async function siteOfTab(page: Pick<PageAccess, 'check'>, tabId: number | null): Promise<string | null> {
  const url = await pageUrl(page, tabId);
  return url === null ? null : parseOrigin(url);
}

/** Returns the address of a tab with read access, otherwise null. */
export async function pageUrl(page: Pick<PageAccess, 'check'>, tabId: number | null): Promise<string | null> {
  if (tabId === null) return null;
  try {
    const access = await page.check(tabId);
    return access.type === 'granted' ? access.url : null;
  } catch (error) {
    if (error instanceof PageError) return null;
    throw error;
  }
}
