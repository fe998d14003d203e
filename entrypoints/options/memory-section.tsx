import { Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { ForgottenBar } from '../../components/memory/forgotten-bar.tsx';
import { MemoryForm, MemoryList } from '../../components/memory/memory-list.tsx';
import { ConfirmButton, FileButton } from '../../components/parts/buttons.tsx';
import { buildFileName } from '../../lib/documents/index.ts';
import { chatAddress, isPrivateWindow, settings } from '../../lib/extension/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';
import {
  download,
  loadFileStores,
  useForgetting,
  useMemories,
  useProjects,
  useSetting,
  useStored,
} from '../../lib/react/index.ts';
import type { Stores } from '../../lib/storage/index.ts';
import { describeError } from '../shared/error-text.ts';
import { SettingSwitches } from './setting-switches.tsx';

type Props = { storage: Pick<Stores, 'database' | 'memories' | 'projects' | 'threads'> };

/** The sentences that the user asked Sidenote to remember. */
export function MemorySection({ storage }: Props) {
  const [isOn = settings.usesMemory.fallback] = useSetting(settings.usesMemory);
  const memories = useMemories(storage);
  const projects = useProjects(storage);
  const [added, setAdded] = useState(0);
  const forgetting = useForgetting(storage);
  const [problem, setProblem] = useState<string | null>(null);
  const chatIds = memories.flatMap(({ origin }) => (origin.type === 'settings' ? [] : [origin.threadId]));
  const titles = useStored(async () => {
    const threads = await storage.threads.getMany(chatIds);
    return new Map(threads.flatMap((thread) => (thread ? [[thread.threadId, thread.title]] : [])));
  }, [storage, chatIds.join(' ')]);
  const write = (job: Promise<unknown>) => void job.catch((error: unknown) => setProblem(describeError(error)));
  return (
    <section aria-labelledby="memory">
      <h2 id="memory">{t('memoryTitle')}</h2>
      <p className="lead">{t('memoryLead')}</p>
      <SettingSwitches section="memory" />
      <MemoryList
        memories={memories}
        projects={projects}
        chats={titles ?? null}
        getChatAddress={chatAddress}
        onChange={(memoryId, change) => storage.memories.change(memoryId, change)}
        onForget={(memoryId) => write(forgetting.forget(memoryId))}
      >
        <ForgottenBar
          forgotten={forgetting.forgotten}
          onUndo={() => write(forgetting.undo())}
          onExpire={forgetting.close}
        />
      </MemoryList>
      {isOn && !isPrivateWindow && (
        <details>
          <summary>{t('memoryAdd')}</summary>
          <MemoryForm
            key={added}
            initial={null}
            replaceable={memories}
            projects={projects}
            onKeep={async (text, projectId, replacedId) => {
              const origin = { type: 'settings' } as const;
              const memory = {
                memoryId: crypto.randomUUID(),
                text,
                projectId,
                origin,
                isOn: true,
                createdAt: Date.now(),
              };
              const error = await storage.memories.keep(memory, replacedId);
              if (error === null) setAdded(added + 1);
              return error;
            }}
            onCancel={null}
          />
        </details>
      )}
      <FileActions storage={storage} onForgetAll={() => write(forgetting.forget(null))} />
      {problem !== null && (
        <p className="form-error" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

/** Export and import as a file, and deleting all sentences. */
function FileActions({ storage, onForgetAll }: Props & { onForgetAll: () => void }) {
  const memories = useMemories(storage);
  const [status, setStatus] = useState('');
  const work = (job: () => Promise<string>) =>
    void job().then(setStatus, (error: unknown) => setStatus(describeError(error)));
  const save = async () => {
    const now = new Date();
    const text = await (await loadFileStores(storage)).memories.export(now.toISOString());
    download(new Blob([text], { type: 'application/json' }), buildFileName('sidenote memory', now, 'json'));
    return '';
  };
  const open = async (file: File) => {
    const stores = await loadFileStores(storage);
    const count = await stores.memories.import(await file.text(), () => crypto.randomUUID());
    return count === null ? t('memoryFileNotOurs') : plural('memoriesImported', count);
  };
  const turnAllOn = async () => {
    for (const { memoryId, isImported } of memories) {
      if (isImported) await storage.memories.change(memoryId, { isOn: true });
    }
    return '';
  };
  return (
    <>
      <div className="actions">
        {memories.some(({ isImported }) => isImported) && (
          <button type="button" className="button" onClick={() => work(turnAllOn)}>
            {t('memoryTurnAllOn')}
          </button>
        )}
        {memories.length > 0 && (
          <button type="button" className="button" onClick={() => work(save)}>
            <Download size={14} aria-hidden /> {t('exportMemories')}
          </button>
        )}
        {!isPrivateWindow && (
          <FileButton label={t('memoryFileLabel')} isBusy={false} onFile={(file) => work(() => open(file))}>
            <Upload size={14} aria-hidden /> {t('importMemories')}
          </FileButton>
        )}
        {memories.length > 0 && (
          <ConfirmButton
            className="button"
            label={t('forgetAll')}
            question={t('reallyForgetAll')}
            onConfirm={onForgetAll}
          >
            {t('forgetAll')}
          </ConfirmButton>
        )}
      </div>
      <output aria-live="polite">{status}</output>
    </>
  );
}
