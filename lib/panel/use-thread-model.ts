import { useCallback } from 'react';
import { recentModels, selectedModel } from '../browser/settings.ts';
import type { ModelRef } from '../protocol/model.ts';
import type { ThreadState } from '../protocol/thread.ts';
import type { SidenoteDb } from '../store/db.ts';
import { loadThreadModel, saveThreadModel } from '../store/threads.ts';
import { useSetting } from './use-setting.ts';
import { useStored } from './use-stored.ts';

/** So many models are listed as used lately. */
const MOST_RECENT = 5;

/**
 * Which model answers in a chat: the one chosen for it, else the one that answered last, else the one chosen last anywhere.
 * Choosing one also makes it that of new chats. null until it is known.
 */
export function useThreadModel(db: SidenoteDb, thread: ThreadState): [ModelRef | null, (model: ModelRef) => void] {
  const { threadId, messages } = thread;
  const [ofNewChats, setOfNewChats] = useSetting(selectedModel);
  const chosen = useStored(() => loadThreadModel(db, threadId), [db, threadId]);
  const last = messages.findLast((message) => message.role === 'assistant')?.model;
  const choose = useCallback(
    (model: ModelRef) => {
      setOfNewChats(model);
      void saveThreadModel(db, threadId, model);
      void rememberModel(model);
    },
    [db, threadId, setOfNewChats],
  );
  return [chosen ?? last ?? ofNewChats ?? null, choose];
}

async function rememberModel(model: ModelRef): Promise<void> {
  const before = await recentModels.getValue();
  const others = before.filter((each) => each.endpointId !== model.endpointId || each.modelId !== model.modelId);
  await recentModels.setValue([model, ...others].slice(0, MOST_RECENT));
}
