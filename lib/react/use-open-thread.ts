import { useCallback, useEffect, useState } from 'react';
import { lastThread } from '../extension/settings.ts';

/** Which chat is open: the one that was open last, or a new one. null until it is known. */
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
