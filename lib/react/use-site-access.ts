import { useMemo } from 'react';
import {
  findOpeners,
  isTabHidden,
  leaveReaderView,
  matchPattern,
  panelPlace,
  requestAllSites,
  requestHostPermission,
  requestOpeningPages,
  sharedSites,
  watchReaderView,
} from '../extension/index.ts';
import { useAllowedHosts } from './use-permissions.ts';
import { useSetting } from './use-setting.ts';

type Addressed = { endpointId: string; baseUrl: string };

/** Which sites and servers the browser allows the extension to reach, live, and how to request more. */
export function useSiteAccess(endpoints: readonly Addressed[]) {
  const hosts = useAllowedHosts();
  const [shared] = useSetting(sharedSites);
  return useMemo(
    () => ({
      isAllowed: (url: string) => matchesAnyPattern(hosts, url),
      shareCount: (url: string) => shared?.counts[URL.parse(url)?.origin ?? ''] ?? 0,
      // `clicks` also counts clicks on pages that no extension may read.
      shareTotal: Object.values(shared?.counts ?? {}).reduce((sum, count) => sum + count, 0),
      findLastSite: (tabId: number) => shared?.tabs[tabId] ?? null,
      findOpeners,
      findEndpointAddress: (endpointId: string) =>
        endpoints.find((each) => each.endpointId === endpointId)?.baseUrl ?? null,
      allow: requestHostPermission,
      allowAllSites: requestAllSites,
      allowOpeningPages: requestOpeningPages,
      isTabHidden,
      panelPlace: panelPlace(),
      watchReaderView,
      leaveReaderView,
    }),
    [hosts, shared, endpoints],
  );
}

/** Whether one of these match patterns, in the browsers' notation, covers the host of an address. */
export function matchesAnyPattern(patterns: readonly string[], url: string): boolean {
  const pattern = matchPattern(url);
  if (pattern === null) return false;
  const all = [pattern, pattern.replace(/\/\/.*$/, '//*/*'), '*://*/*', '<all_urls>'];
  return patterns.some((each) => all.includes(each));
}
