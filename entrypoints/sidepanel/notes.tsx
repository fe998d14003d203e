import '../../components/parts/panel-card.css';
import { useState } from 'react';
import { formatDollars } from '../../components/parts/amounts.ts';
import { PassphraseForm } from '../../components/parts/passphrase-form.tsx';
import { UndoBar } from '../../components/parts/undo-bar.tsx';
import { type Endpoint, hostKind, isOwnEndpoint, type ThreadState } from '../../lib/contracts/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';
import { useDeleted, useKeyLock, useOffline, useSpending, useStored } from '../../lib/react/index.ts';
import type { Stores } from '../../lib/storage/index.ts';

type NotesProps = {
  storage: Pick<Stores, 'usage'>;
  thread: ThreadState;
  /** The endpoint of the next question, if known. */
  endpoint: Endpoint | undefined;
};

/** Notes above the message field: the browser is offline, or the spending limit is near. */
export function Notes({ storage, thread, endpoint }: NotesProps) {
  const spending = useSpending(storage, thread);
  const isOffline = useOffline();
  const host = endpoint && !isOwnEndpoint(endpoint) ? URL.parse(endpoint.baseUrl)?.hostname : undefined;
  const isHosted = host !== undefined && hostKind(host) === 'public';
  return (
    <div role="status">
      {isOffline && isHosted && <OfflineNote server={endpoint?.name ?? host} />}
      {spending && <SpendingNote {...spending} />}
    </div>
  );
}

/**
 * Says that the browser is offline and the model is hosted. Sending stays possible, because browsers may be wrong about
 * it.
 */
export function OfflineNote({ server }: { server: string }) {
  return <p className="panel-note">{t('offlineNote', { server })}</p>;
}

type SpendingNoteProps = { spent: number; limit: number; state: 'near' | 'over' };

/** Warns that the month's limit is near or exceeded. Sending stays possible. */
export function SpendingNote({ spent, limit, state }: SpendingNoteProps) {
  const amounts = { spent: formatDollars(spent), limit: formatDollars(limit) };
  return <p className="panel-note">{t(state === 'over' ? 'spendingOver' : 'spendingNear', amounts)}</p>;
}

/** Offers to undo the deletion of chats while that is possible. */
export function Undo({ storage, onError }: { storage: Pick<Stores, 'threads'>; onError: (error: unknown) => void }) {
  const deleted = useDeleted(storage);
  const { threadIds, undo, purge } = deleted;
  return (
    <UndoBar
      text={threadIds.length === 0 ? null : plural('chatsDeleted', threadIds.length)}
      subject={threadIds.join(' ')}
      onUndo={() => void undo().catch(onError)}
      onExpire={() => void purge().catch(onError)}
    />
  );
}

/** Asks for the passphrase if the key of the selected endpoint is locked. */
export function UnlockKeys({ storage, endpointId }: { storage: Pick<Stores, 'keys'>; endpointId: string }) {
  const { state, unlock } = useKeyLock(storage);
  const hasKey = useStored(() => storage.keys.has(endpointId), [storage, endpointId]);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  if (state !== 'locked' || hasKey !== true) return null;
  const enter = async (passphrase: string) => {
    setIsBusy(true);
    setError(await unlock(passphrase));
    setIsBusy(false);
  };
  return (
    <div className="panel-card unlock">
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
