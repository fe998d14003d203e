import { useEffect, useState } from 'react';
import { StoredParts, type StoredPartView } from '../../components/stored-parts.tsx';
import { sendCommand } from '../../lib/browser/commands.ts';
import { useStored } from '../../lib/panel/use-stored.ts';
import type { SidenoteDb } from '../../lib/store/db.ts';
import { deleteStored, type StoredKind, type StoredPart, storedData } from '../../lib/store/stored-data.ts';
import { threadsWithOpenRun } from '../../lib/store/threads.ts';

const WORDS: Record<StoredKind, { name: string; what: string }> = {
  chats: { name: 'Chats', what: 'Questions, answers, what tools read, unsent drafts, and the search index.' },
  endpoints: {
    name: 'Endpoints',
    what: 'Addresses, models and their settings. Their keys and what was learned go too.',
  },
  keys: { name: 'Keys', what: 'Encrypted, each for one server only.' },
  capabilities: { name: 'What was learned of models', what: 'Whether they take tools, see pictures, and so on.' },
  metrics: { name: 'Measurements', what: 'Of the last week, for Diagnostics.' },
};

/** What is stored, and how to delete it. */
export function StoredSection({ db }: { db: SidenoteDb }) {
  const parts = useStored(() => storedData(db), [db]);
  const [total, setTotal] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew when something was stored or deleted
  useEffect(() => {
    void navigator.storage.estimate().then(({ usage }) => setTotal(usage ?? null));
  }, [parts]);
  const remove = async (kind: StoredKind) => {
    // A run would go on writing to what is being deleted.
    if (kind === 'chats') {
      for (const threadId of await threadsWithOpenRun(db)) await sendCommand({ type: 'stop', threadId });
    }
    await deleteStored(db, kind);
  };
  return (
    <section aria-labelledby="stored">
      <h2 id="stored">What is stored</h2>
      <p className="lead">All of it is in this browser, on this computer.</p>
      <StoredParts
        parts={(parts ?? []).map(viewOf)}
        total={total === null ? null : sizeOf(total)}
        onDelete={(key) => void remove(key as StoredKind)}
      />
    </section>
  );
}

function viewOf({ kind, rows, bytes }: StoredPart): StoredPartView {
  const amount = rows === 0 ? 'none' : `${rows.toLocaleString()}, about ${sizeOf(bytes)}`;
  return { key: kind, ...WORDS[kind], amount, isEmpty: rows === 0 };
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000).toLocaleString()} KB`;
  return `${(bytes / 1_000_000).toLocaleString(undefined, { maximumFractionDigits: 1 })} MB`;
}
