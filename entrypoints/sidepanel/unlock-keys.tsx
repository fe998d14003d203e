import { useState } from 'react';
import { PassphraseForm } from '../../components/parts/passphrase-form.tsx';
import { t } from '../../lib/i18n/index.ts';
import { useKeyLock, useStored } from '../../lib/react/index.ts';
import type { SidenoteDb } from '../../lib/storage/index.ts';

/** Asks for the passphrase if the key of the selected endpoint is locked. */
export function UnlockKeys({ db, endpointId }: { db: SidenoteDb; endpointId: string }) {
  const { state, unlock } = useKeyLock(db);
  const hasKey = useStored(async () => (await db.apiKeys.get(endpointId)) !== undefined, [db, endpointId]);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  if (state !== 'locked' || hasKey !== true) return null;
  const enter = async (passphrase: string) => {
    setIsBusy(true);
    setError(await unlock(passphrase));
    setIsBusy(false);
  };
  return (
    <div className="unlock">
      <PassphraseForm
        label={t('yourKeysLocked')}
        hint={t('unlockHint')}
        submitLabel={t('unlockKeys')}
        isNew={false}
        error={error}
        isBusy={isBusy}
        onSubmit={(passphrase) => void enter(passphrase)}
      />
    </div>
  );
}
