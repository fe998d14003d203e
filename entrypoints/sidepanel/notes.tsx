import { OfflineNote } from '../../components/ask/offline-note.tsx';
import { SpendingNote } from '../../components/thread/spending-note.tsx';
import { type Endpoint, isOwnEndpoint } from '../../lib/contracts/endpoint.ts';
import { hostKind } from '../../lib/contracts/host-kind.ts';
import type { ThreadState } from '../../lib/contracts/thread.ts';
import { useSpending } from '../../lib/react/use-usage.ts';
import { useOffline } from '../../lib/react/use-window-state.ts';
import type { SidenoteDb } from '../../lib/storage/db.ts';

type Props = {
  db: SidenoteDb;
  thread: ThreadState;
  /** Who would be asked next, as far as it is known. */
  endpoint: Endpoint | undefined;
};

/** What the user should know before they ask. */
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
