import { useEffect, useState } from 'react';
import { StoredParts, type StoredPartView } from '../../components/storage/stored-parts.tsx';
import { sendCommand } from '../../lib/extension/index.ts';
import { formatNumber, type PlainKey, t } from '../../lib/i18n/index.ts';
import { useStored } from '../../lib/react/index.ts';
import {
  deleteStored,
  type SidenoteDb,
  type StoredKind,
  type StoredPart,
  storedData,
  threadsWithOpenRun,
} from '../../lib/storage/index.ts';

const WORDS: Record<StoredKind, { name: PlainKey; what: PlainKey }> = {
  chats: { name: 'chats', what: 'storedChatsWhat' },
  endpoints: { name: 'endpoints', what: 'storedEndpointsWhat' },
  'mcp-servers': { name: 'mcpServers', what: 'storedMcpWhat' },
  keys: { name: 'keys', what: 'storedKeysWhat' },
  capabilities: { name: 'storedCapabilities', what: 'storedCapabilitiesWhat' },
  metrics: { name: 'storedMetrics', what: 'storedMetricsWhat' },
};

/** The stored data, with buttons to delete it. */
export function StoredSection({ db }: { db: SidenoteDb }) {
  const parts = useStored(() => storedData(db), [db]);
  const [total, setTotal] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted anew when something was stored or deleted
  useEffect(() => {
    void navigator.storage.estimate().then(({ usage }) => setTotal(usage ?? null));
  }, [parts]);
  const remove = async (kind: StoredKind) => {
    // A run would continue to write to deleted chats.
    if (kind === 'chats') {
      for (const threadId of await threadsWithOpenRun(db)) await sendCommand({ type: 'stop', threadId });
    }
    await deleteStored(db, kind);
  };
  return (
    <section aria-labelledby="stored">
      <h2 id="stored">{t('stored')}</h2>
      <p className="lead">{t('storedLead')}</p>
      <StoredParts
        parts={(parts ?? []).map(viewOf)}
        total={total === null ? null : sizeOf(total)}
        onDelete={(key) => void remove(key as StoredKind)}
      />
    </section>
  );
}

function viewOf({ kind, rows, bytes }: StoredPart): StoredPartView {
  const amount = rows === 0 ? t('none') : t('storedAmount', { rows, size: sizeOf(bytes) });
  const { name, what } = WORDS[kind];
  return { key: kind, name: t(name), what: t(what), amount, isEmpty: rows === 0 };
}

function sizeOf(bytes: number): string {
  if (bytes < 1_000_000) return inUnit(Math.ceil(bytes / 1_000), 'kilobyte');
  return inUnit(bytes / 1_000_000, 'megabyte');
}

function inUnit(amount: number, unit: string): string {
  return formatNumber(amount, { style: 'unit', unit, maximumFractionDigits: 1 });
}
