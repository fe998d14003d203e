import { useCallback, useEffect, useState } from 'react';
import { browserSession } from '../extension/index.ts';
import { t } from '../i18n/index.ts';
import type { KeyLockState, Stores } from '../storage/index.ts';
import { useStored } from './use-stored.ts';

export type KeyLockControl = {
  /** Null until it is known. */
  state: KeyLockState | null;
  /** Unlocks the keys. Resolves to the error, or null. */
  unlock: (passphrase: string) => Promise<string | null>;
  /** Reads the state again after a change on this page. */
  look: () => Promise<void>;
};

/** Whether the keys are locked by a passphrase, and whether it was entered since the browser started. */
export function useKeyLock(storage: Pick<Stores, 'keys'>): KeyLockControl {
  const [state, setState] = useState<KeyLockState | null>(null);
  const row = useStored(() => storage.keys.readLock(), [storage]);
  const look = useCallback(async () => setState(await storage.keys.lockState(browserSession)), [storage]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have set a passphrase
  useEffect(() => {
    void look();
  }, [look, row]);
  const unlock = useCallback(
    async (passphrase: string) => {
      const result = await storage.keys.unlock(passphrase, browserSession, Date.now());
      await look();
      switch (result.type) {
        case 'unlocked':
          return null;
        case 'wrong':
          return t('notThePassphrase');
        case 'wait':
          return t('tooManyWrong', { seconds: Math.ceil(result.ms / 1000) });
        default:
          return result satisfies never;
      }
    },
    [storage, look],
  );
  return { state, unlock, look };
}
