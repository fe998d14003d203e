import { useCallback, useEffect, useState } from 'react';
import { browserSession } from '../extension/index.ts';
import { t } from '../i18n/index.ts';
import { type KeyLockState, keyLockState, type SidenoteDb, unlockKeys } from '../storage/index.ts';
import { useStored } from './use-stored.ts';

export type KeyLock = {
  /** null until it is known. */
  state: KeyLockState | null;
  /** Enters the passphrase; resolves to what is wrong, or null. */
  unlock: (passphrase: string) => Promise<string | null>;
  /** Looks again, after something was done about the lock here. */
  look: () => Promise<void>;
};

/** Whether the keys are under a passphrase, and whether that was entered since the browser was started. */
export function useKeyLock(db: SidenoteDb): KeyLock {
  const [state, setState] = useState<KeyLockState | null>(null);
  const row = useStored(() => db.wrappingKeys.get('wrapping'), [db]);
  const look = useCallback(async () => setState(await keyLockState(db, browserSession)), [db]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may have set a passphrase
  useEffect(() => {
    void look();
  }, [look, row]);
  const unlock = useCallback(
    async (passphrase: string) => {
      const result = await unlockKeys(db, passphrase, browserSession, Date.now());
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
    [db, look],
  );
  return { state, unlock, look };
}
