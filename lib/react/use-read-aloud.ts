import { useEffect, useMemo, useRef, useState } from 'react';
import { readAloud, watchVoices } from '../extension/index.ts';
import { useLatest } from './use-stored.ts';

/**
 * Reads messages aloud: the current message, and a function that starts or stops reading. `listSentences` returns the
 * sentences of a message. Null if the browser has no voice.
 */
export function useReadAloud(listSentences: (messageId: string) => readonly string[]) {
  const [canRead, setCanRead] = useState(false);
  const [speaking, setSpeaking] = useState<string | null>(null);
  const stop = useRef<(() => void) | null>(null);
  const latest = useLatest({ listSentences });
  useEffect(() => watchVoices(setCanRead), []);
  useEffect(() => () => stop.current?.(), []);
  return useMemo(() => {
    if (!canRead) return null;
    return {
      speaking,
      toggle(messageId: string) {
        stop.current?.();
        stop.current = null;
        setSpeaking(speaking === messageId ? null : messageId);
        if (speaking !== messageId) stop.current = readAloud(latest.listSentences(messageId), () => setSpeaking(null));
      },
    };
  }, [canRead, speaking, latest]);
}
