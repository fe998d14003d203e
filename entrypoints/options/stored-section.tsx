import { useEffect, useState } from 'react';
import { formatFileSize } from '../../components/parts/amounts.ts';
import { StoredParts, type StoredPartView } from '../../components/storage/your-data.tsx';
import type { GgufModel } from '../../lib/contracts/index.ts';
import { ggufModels, sendCommand } from '../../lib/extension/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';
import { useSetting, useStored } from '../../lib/react/index.ts';
import type { StoredKind, StoredPart, Stores } from '../../lib/storage/index.ts';
import { changeModels } from './gguf-section.tsx';

const WORDS: Record<StoredKind, { name: PlainKey; what: PlainKey }> = {
  chats: { name: 'chats', what: 'storedChatsWhat' },
  projects: { name: 'projects', what: 'storedProjectsWhat' },
  memories: { name: 'memoryTitle', what: 'storedMemoriesWhat' },
  endpoints: { name: 'endpoints', what: 'storedEndpointsWhat' },
  'mcp-servers': { name: 'mcpServers', what: 'storedMcpWhat' },
  keys: { name: 'keys', what: 'storedKeysWhat' },
  capabilities: { name: 'storedCapabilities', what: 'storedCapabilitiesWhat' },
  metrics: { name: 'storedMetrics', what: 'storedMetricsWhat' },
};

const MODELS = 'gguf-models';
const NO_MODELS: readonly GgufModel[] = [];

/** The stored data, with buttons to delete it. */
export function StoredSection({ storage }: { storage: Pick<Stores, 'contents' | 'threads'> }) {
  const parts = useStored(() => storage.contents.list(), [storage]);
  const [models = NO_MODELS] = useSetting(ggufModels);
  const [total, setTotal] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted again when something was stored or deleted
  useEffect(() => {
    void navigator.storage.estimate().then(({ usage }) => setTotal(usage ?? null));
  }, [parts, models]);
  const remove = async (kind: StoredKind) => {
    // A run would continue to write to deleted chats.
    if (kind === 'chats') {
      for (const threadId of await storage.threads.withOpenRun()) await sendCommand({ type: 'stop', threadId });
    }
    await storage.contents.delete(kind);
  };
  return (
    <section aria-labelledby="stored">
      <h2 id="stored">{t('stored')}</h2>
      <p className="lead">{t('storedLead')}</p>
      <StoredParts
        parts={parts === undefined ? [] : [...parts.map(toPartView), viewOfModels(models)]}
        total={total === null ? null : formatFileSize(total)}
        onDelete={(key) => void (key === MODELS ? changeModels(() => []) : remove(key as StoredKind))}
      />
    </section>
  );
}

function toPartView({ kind, rows, bytes }: StoredPart): StoredPartView {
  const amount = rows === 0 ? t('none') : t('storedAmount', { rows, size: formatFileSize(bytes) });
  const { name, what } = WORDS[kind];
  return { key: kind, name: t(name), what: t(what), amount, isEmpty: rows === 0 };
}

/** Their files are not in the database. */
function viewOfModels(models: readonly GgufModel[]): StoredPartView {
  const bytes = models.reduce((sum, model) => sum + model.bytes, 0);
  const amount =
    models.length === 0 ? t('none') : t('storedAmount', { rows: models.length, size: formatFileSize(bytes) });
  return { key: MODELS, name: t('ggufTitle'), what: t('ggufStored'), amount, isEmpty: models.length === 0 };
}
