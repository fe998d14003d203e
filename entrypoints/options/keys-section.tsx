import { useState } from 'react';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { PassphraseForm } from '../../components/passphrase-form.tsx';
import { browserSession } from '../../lib/browser/session-memory.ts';
import { useKeyLock } from '../../lib/panel/use-key-lock.ts';
import type { SidenoteDb } from '../../lib/store/db.ts';
import { forgetKeys, removePassphrase, setPassphrase } from '../../lib/store/passphrase.ts';

/** The passphrase that keys may be put under. */
export function KeysSection({ db }: { db: SidenoteDb }) {
  const { state, unlock, look } = useKeyLock(db);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const work = async (job: () => Promise<string | null>) => {
    setIsBusy(true);
    setError(await job().catch((failure: unknown) => (failure instanceof Error ? failure.message : String(failure))));
    await look();
    setIsBusy(false);
  };
  const set = (passphrase: string) =>
    work(async () => {
      await setPassphrase(db, passphrase, browserSession);
      return null;
    });
  const remove = () => work(() => removePassphrase(db, browserSession).then(() => null));
  const forget = () => work(() => forgetKeys(db, browserSession).then(() => null));

  return (
    <section aria-labelledby="keys">
      <h2 id="keys">Keys</h2>
      <p className="lead">{state !== null && LEADS[state]}</p>
      {state === 'locked' && (
        <>
          <PassphraseForm
            label="Passphrase"
            hint="Holds until the browser is closed."
            submitLabel="Unlock keys"
            isNew={false}
            error={error}
            isBusy={isBusy}
            onSubmit={(passphrase) => void work(() => unlock(passphrase))}
          />
          <ConfirmButton className="button" label="Delete all keys" onConfirm={() => void forget()}>
            I forgot it: delete all keys
          </ConfirmButton>
        </>
      )}
      {(state === 'open' || state === 'unlocked') && (
        <PassphraseForm
          key={state}
          label={state === 'open' ? 'New passphrase' : 'Another passphrase'}
          hint="At least 8 characters. Nobody can recover it; without it, keys have to be entered anew."
          submitLabel={state === 'open' ? 'Set passphrase' : 'Change passphrase'}
          isNew
          error={error}
          isBusy={isBusy}
          onSubmit={(passphrase) => void set(passphrase)}
        />
      )}
      {state === 'unlocked' && (
        <div className="actions">
          <button type="button" className="button" disabled={isBusy} onClick={() => void remove()}>
            Remove passphrase
          </button>
        </div>
      )}
    </section>
  );
}

const LEADS = {
  open: 'Keys are stored encrypted. A passphrase also protects them from somebody who has your whole browser profile.',
  locked: 'Your keys are locked. Enter the passphrase to use them.',
  unlocked: 'Your keys are under a passphrase, which was entered. It is asked for again when the browser was closed.',
};
