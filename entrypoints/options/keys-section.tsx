import { useState } from 'react';
import { ConfirmButton } from '../../components/parts/buttons.tsx';
import { PassphraseForm } from '../../components/parts/passphrase-form.tsx';
import { browserSession } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { useKeyLock } from '../../lib/react/index.ts';
import { KeysChangedError, KeysLockedError, type Stores } from '../../lib/storage/index.ts';
import { describeError } from '../shared/error-text.ts';

function keyErrorText(error: unknown): string {
  if (error instanceof KeysChangedError) return t('keyChangedElsewhere');
  return error instanceof KeysLockedError ? t('keysAreLocked') : describeError(error);
}

/** The passphrase for the keys. */
export function KeysSection({ storage }: { storage: Pick<Stores, 'keys'> }) {
  const { state, unlock, look } = useKeyLock(storage);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const work = async (job: () => Promise<string | null>) => {
    setIsBusy(true);
    setError(await job().catch(keyErrorText));
    await look();
    setIsBusy(false);
  };
  const set = (passphrase: string) =>
    work(async () => {
      await storage.keys.setPassphrase(passphrase, browserSession);
      return null;
    });
  const remove = () => work(() => storage.keys.removePassphrase(browserSession).then(() => null));
  const forget = () => work(() => storage.keys.forgetAll(browserSession).then(() => null));

  return (
    <section aria-labelledby="keys">
      <h2 id="keys">{t('keys')}</h2>
      <p className="lead">{state !== null && t(LEADS[state])}</p>
      {state === 'locked' && (
        <>
          <PassphraseForm
            label={t('passphrase')}
            hint={t('passphraseHolds')}
            submitLabel={t('unlockKeys')}
            isNew={false}
            error={error}
            isBusy={isBusy}
            onSubmit={(passphrase) => void work(() => unlock(passphrase))}
          />
          <ConfirmButton
            className="button"
            label={t('deleteAllKeys')}
            question={t('reallyDeleteAllKeys')}
            onConfirm={() => void forget()}
          >
            {t('passphraseForgotten')}
          </ConfirmButton>
        </>
      )}
      {(state === 'open' || state === 'unlocked') && (
        <PassphraseForm
          key={state}
          label={state === 'open' ? t('newPassphrase') : t('anotherPassphrase')}
          hint={t('passphraseHint')}
          submitLabel={state === 'open' ? t('setPassphrase') : t('changePassphrase')}
          isNew
          error={error}
          isBusy={isBusy}
          onSubmit={(passphrase) => void set(passphrase)}
        />
      )}
      {state === 'unlocked' && (
        <div className="actions">
          <button type="button" className="button" disabled={isBusy} onClick={() => void remove()}>
            {t('removePassphrase')}
          </button>
        </div>
      )}
    </section>
  );
}

const LEADS = {
  open: 'keysOpen',
  locked: 'keysLocked',
  unlocked: 'keysUnlocked',
} as const;
