import { useEffect } from 'react';
import {
  type ApprovalRequest,
  BROWSER_SEARCH,
  effectDetails,
  openRun,
  type ThreadState,
  waitingCalls,
} from '../contracts/index.ts';
import {
  offerHostAccess,
  onTabNavigation,
  requestBrowserPermission,
  requestBrowserSearch,
  requestHostPermission,
  whenTabCloses,
} from '../extension/index.ts';

/**
 * First asks the browser for its permission, or for access if the document, or the page of a tab, is on another site.
 * Without it, the request stays open. Call it directly in a click handler.
 */
export function requestPermissionFor(request: ApprovalRequest | undefined): Promise<boolean> {
  if (request?.type === 'browser-permission') return requestBrowserPermission(request.permission);
  const { destination, tab } = effectDetails(request) ?? {};
  if (destination === BROWSER_SEARCH) return requestBrowserSearch();
  if (tab !== undefined) return requestHostPermission(tab.url);
  const address = request?.type === 'page-access' ? (request.document ?? request.viewer) : undefined;
  return address === undefined ? Promise.resolve(true) : requestHostPermission(address);
}

/**
 * Offers access in the browser's toolbar for tabs whose pages need permission and whose site is hidden. `onTabClosed`:
 * the tab of a page was closed, so that no click can share it.
 */
export function useWaitingContexts(thread: ThreadState, onTabClosed: (contextId: string) => void): void {
  const waiting = (openRun(thread)?.contexts ?? []).flatMap(({ contextId, ...part }) =>
    part.state === 'approval-requested' && part.question.origin === null && part.source.type === 'tab'
      ? [{ contextId, tabId: part.source.tabId }]
      : [],
  );
  const key = waiting.map(({ contextId }) => contextId).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each set of tabs, regardless of other renders
  useEffect(() => {
    const ends = waiting.flatMap(({ contextId, tabId }) => [
      offerHostAccess(tabId),
      whenTabCloses(tabId, () => onTabClosed(contextId)),
    ]);
    return () => {
      for (const end of ends) end();
    };
  }, [key]);
}

/**
 * Handles open approval requests without the user. A request for an effect is denied once it has expired or the tab
 * navigates. A request for a page of an unknown site is also offered in the browser's toolbar, if supported, and
 * continues if its tab is closed, so that the call reports that.
 */
export function useWaitingCalls(
  thread: ThreadState,
  { onDeny, onTabClosed }: { onDeny: (toolCallId: string) => void; onTabClosed: (toolCallId: string) => void },
): void {
  const run = openRun(thread);
  const waiting = waitingCalls(run);
  const tabId = run?.tabId ?? null;
  const key = waiting.map((call) => call.toolCallId).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each set of questions, regardless of other renders
  useEffect(() => {
    const ends = waiting.flatMap(({ toolCallId, request }) => {
      if (request.type === 'page-access') {
        if (request.origin !== undefined || request.viewer !== undefined) return [];
        const end = offerHostAccess(request.tabId);
        // A document can be fetched without its tab.
        return request.document === undefined
          ? [end, whenTabCloses(request.tabId, () => onTabClosed(toolCallId))]
          : [end];
      }
      if (request.type === 'browser-permission') return [];
      const timer = setTimeout(() => onDeny(toolCallId), Math.max(0, (request.confirm?.expiresAt ?? 0) - Date.now()));
      const endWatch = tabId === null ? () => undefined : onTabNavigation(tabId, () => onDeny(toolCallId));
      return () => {
        clearTimeout(timer);
        endWatch();
      };
    });
    return () => {
      for (const end of ends) end();
    };
  }, [key, tabId]);
}
