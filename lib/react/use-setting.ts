import { useCallback, useEffect, useRef, useState } from 'react';
import { isFor, type QuickRequest } from '../contracts/index.ts';
import {
  currentWindowId,
  lastThread,
  logToConsole,
  quickRequest,
  type Setting,
  storeEmptied,
} from '../extension/index.ts';

/** A setting, live in every page; undefined until it is known. `item` must not change. */
export function useSetting<Value>(item: Setting<Value>): [Value | undefined, (value: Value) => void] {
  const [value, setValue] = useState<Value>();
  useEffect(() => {
    void item.getValue().then((read) => setValue(() => read));
    return item.watch((changed) => setValue(() => changed));
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

/** Whether tool calls are written to the console, live. */
export function useLogToConsole(): [boolean, (isLogging: boolean) => void] {
  const [isLogging, setIsLogging] = useState(false);
  useEffect(() => {
    void logToConsole.getValue().then(setIsLogging);
    return logToConsole.watch(setIsLogging);
  }, []);
  const change = useCallback((next: boolean) => {
    setIsLogging(next);
    void logToConsole.setValue(next);
  }, []);
  return [isLogging, change];
}

/** Calls back once with a request from outside the panel, in the window it was made in. */
export function useQuickRequest(onRequest: (request: QuickRequest) => void): void {
  const latest = useRef(onRequest);
  latest.current = onRequest;
  useEffect(() => {
    const take = async (request: QuickRequest | null) => {
      if (!isFor(request, await currentWindowId(), Date.now())) return;
      await quickRequest.setValue(null);
      latest.current(request);
    };
    void quickRequest.getValue().then(take);
    return quickRequest.watch((request) => void take(request));
  }, []);
}

/** The open chat: the last one, or a new one. Null until it is known. */
export function useOpenThread(): [string | null, (threadId: string) => void] {
  const [threadId, setThreadId] = useState<string | null>(null);
  const open = useCallback((next: string) => {
    setThreadId(next);
    void lastThread.setValue(next);
  }, []);
  useEffect(() => {
    void lastThread.getValue().then((last) => (last === null ? open(crypto.randomUUID()) : setThreadId(last)));
  }, [open]);
  return [threadId, open];
}

/** Whether the database was emptied from outside and the user has not dismissed the message yet, and a function to dismiss it. */
export function useStoreEmptied(): [boolean, () => void] {
  const [isEmptied, setIsEmptied] = useState(false);
  useEffect(() => {
    void storeEmptied.getValue().then(setIsEmptied);
    return storeEmptied.watch(setIsEmptied);
  }, []);
  const dismiss = useCallback(() => void storeEmptied.setValue(false), []);
  return [isEmptied, dismiss];
}
