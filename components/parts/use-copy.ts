import { useEffect, useState } from 'react';

/** How long the result is shown, in milliseconds. */
const CONFIRMATION_MS = 2_000;

export type CopyState = 'idle' | 'copied' | 'failed';

/** Copies through `write`, and returns the result of the last copy for as long as it is shown. The browser may refuse. */
export function useCopy(write: () => Promise<void>): { state: CopyState; copy: () => void } {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    void write().then(
      () => setState('copied'),
      () => setState('failed'),
    );
  return { state, copy };
}
