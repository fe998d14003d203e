import { dollars } from '../../components/parts/amounts.ts';
import { type Endpoint, hostKind, isOwnEndpoint, type ThreadState } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { useOffline, useSpending } from '../../lib/react/index.ts';
import type { SidenoteDb } from '../../lib/storage/index.ts';

type Props = {
  db: SidenoteDb;
  thread: ThreadState;
  /** The endpoint of the next question, if known. */
  endpoint: Endpoint | undefined;
};

/** Notes above the message field: the browser is offline, or the spending limit is near. */
export function Notes({ db, thread, endpoint }: Props) {
  const spending = useSpending(db, thread);
  const isOffline = useOffline();
  const host = endpoint && !isOwnEndpoint(endpoint) ? URL.parse(endpoint.baseUrl)?.hostname : undefined;
  const isOutThere = host !== undefined && hostKind(host) === 'public';
  return (
    <>
      {isOffline && isOutThere && <OfflineNote server={endpoint?.name ?? host} />}
      {spending && <SpendingNote {...spending} />}
    </>
  );
}

/** Notes that the browser is offline and the model is hosted. Sending stays possible, since browsers may be wrong about it. */
export function OfflineNote({ server }: { server: string }) {
  return (
    <p className="panel-note" role="status">
      {t('offlineNote', { server })}
    </p>
  );
}

type SpendingNoteProps = { spent: number; limit: number; state: 'near' | 'over' };

/** Warns that the month's limit is near or exceeded. Sending stays possible. */
export function SpendingNote({ spent, limit, state }: SpendingNoteProps) {
  const amounts = { spent: dollars(spent), limit: dollars(limit) };
  return (
    <p className="panel-note" role="status">
      {t(state === 'over' ? 'spendingOver' : 'spendingNear', amounts)}
    </p>
  );
}
