import { useEffect } from 'react';
import { type ApprovalRequest, openRun, type ThreadState, waitingCalls } from '../contracts/index.ts';
import { offerHostAccess, onTabNavigation, requestHostPermission } from '../extension/index.ts';

/**
 * For a document on another site the browser is asked first, and a no there leaves the question open. To be called directly
 * in a click.
 */
export function canApprove(request: ApprovalRequest | undefined): Promise<boolean> {
  const document = request?.type === 'page-access' ? request.document : undefined;
  return document === undefined ? Promise.resolve(true) : requestHostPermission(document);
}

/** Tabs whose pages are to go with the question and need the user's permission; which site they show is not known. */
export function useWaitingContexts(thread: ThreadState): void {
  const tabIds = (openRun(thread)?.contexts ?? []).flatMap((part) =>
    part.state === 'approval-requested' && part.question.origin === null ? [part.tabId] : [],
  );
  const key = tabIds.join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each set of tabs, whatever else renders
  useEffect(() => {
    const ends = tabIds.map(offerHostAccess);
    return () => {
      for (const end of ends) end();
    };
  }, [key]);
}

/**
 * What happens to a waiting question without the user: one about an effect is denied once it has expired or the tab goes
 * elsewhere; one about a page of an unknown site also stands in the browser's own toolbar, where that exists.
 */
export function useWaitingCalls(thread: ThreadState, onDeny: (toolCallId: string) => void): void {
  const run = openRun(thread);
  const waiting = waitingCalls(run);
  const tabId = run?.tabId ?? null;
  const key = waiting.map((call) => call.toolCallId).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each set of questions, whatever else renders
  useEffect(() => {
    const ends = waiting.map(({ toolCallId, request }) => {
      if (request.type === 'page-access')
        return request.origin === undefined ? offerHostAccess(request.tabId) : () => undefined;
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
