import { OfflineNote } from '../../components/ask/offline-note.tsx';
import { SpendingNote } from '../../components/thread/spending-note.tsx';
import { useOffline } from '../../lib/panel/use-offline.ts';
import { useSpending } from '../../lib/panel/use-spending.ts';
import { type Endpoint, isOurs } from '../../lib/protocol/endpoint.ts';
import { hostKind } from '../../lib/protocol/host-kind.ts';
import type { ThreadState } from '../../lib/protocol/thread.ts';
import type { SidenoteDb } from '../../lib/store/db.ts';

type Props = {
  db: SidenoteDb;
  thread: ThreadState;
  /** Who would be asked next, as far as it is known. */
  endpoint: Endpoint | undefined;
};

/** What the person should know before they ask. */
export function Notes({ db, thread, endpoint }: Props) {
  const spending = useSpending(db, thread);
  const isOffline = useOffline();
  const host = endpoint && !isOurs(endpoint) ? URL.parse(endpoint.baseUrl)?.hostname : undefined;
  const isOutThere = host !== undefined && hostKind(host) === 'public';
  return (
    <>
      {isOffline && isOutThere && <OfflineNote server={endpoint?.name ?? host} />}
      {spending && <SpendingNote {...spending} />}
    </>
  );
}
