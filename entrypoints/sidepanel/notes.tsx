import { OfflineNote } from '../../components/ask/offline-note.tsx';
import { SpendingNote } from '../../components/thread/spending-note.tsx';
import { type Endpoint, hostKind, isOwnEndpoint, type ThreadState } from '../../lib/contracts/index.ts';
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
