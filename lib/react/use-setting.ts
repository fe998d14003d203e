import { useCallback, useEffect, useRef, useState } from 'react';
import { isRequestForWindow, type QuickRequest } from '../contracts/index.ts';
import {
  chatInAddress,
  currentWindowId,
  findChatToOpen,
  isFullPage,
  noteOpenChat,
  quickRequest,
  type Setting,
} from '../extension/index.ts';

/** A setting, live in every page. Undefined until it is known. `item` must not change. */
export function useSetting<Value>(item: Setting<Value>): [Value | undefined, (value: Value) => void] {
  const [value, setValue] = useState<Value>();
  useEffect(() => {
    void item.getValue().then((read) => setValue(() => read));
    return item.watch((newValue) => setValue(() => newValue));
  }, [item]);
  const set = useCallback(
    (next: Value) => {
      setValue(() => next);
      void item.setValue(next);
    },
    [item],
  );
  return [value, set];
}

/** Held while a page reads a request from outside the panel and removes it. */
const REQUEST_LOCK = 'quick-request';

/**
 * Calls back once with a request from outside the panel, in the window in which it was made. Only one page gets it, and
 * never a full page in a hidden tab.
 */
export function useQuickRequest(onRequest: (request: QuickRequest) => void): void {
  const latest = useRef(onRequest);
  latest.current = onRequest;
  useEffect(() => {
    const take = async (request: QuickRequest | null) => {
      if (!isRequestForWindow(request, await currentWindowId(), Date.now()) || (isFullPage() && document.hidden))
        return;
      const isTaken = await navigator.locks.request(REQUEST_LOCK, async () => {
        if ((await quickRequest.getValue())?.at !== request.at) return false;
        await quickRequest.setValue(null);
        return true;
      });
      if (isTaken) latest.current(request);
    };
    void quickRequest.getValue().then(take);
    return quickRequest.watch((request) => void take(request));
  }, []);
}

/**
 * The open chat: the one in the address of the page, the last one of this window, or a new one. Null until it is known.
 */
export function useOpenThread(): [string | null, (threadId: string) => void] {
  const [threadId, setThreadId] = useState<string | null>(null);
  const isOpened = useRef(false);
  const open = useCallback((next: string) => {
    isOpened.current = true;
    setThreadId(next);
    void noteOpenChat(next);
  }, []);
  useEffect(() => {
    const linkedChat = chatInAddress();
    void (linkedChat === null ? findChatToOpen() : Promise.resolve(linkedChat)).then((chat) => {
      // A request from outside the panel may have opened a chat in the meantime.
      if (!isOpened.current) open(chat ?? crypto.randomUUID());
    });
  }, [open]);
  return [threadId, open];
}
