import { useCallback } from 'react';
import type { ModelRef, Project, Task, ThreadState } from '../contracts/index.ts';
import { settings } from '../extension/index.ts';
import type { Stores } from '../storage/index.ts';
import { useSetting } from './use-setting.ts';
import { useStored } from './use-stored.ts';

/** Maximum number of recently used models. */
const MAX_RECENT = 5;

type ThreadModel = {
  /** Null until it is known. */
  model: ModelRef | null;
  /** Selects a model for this chat and for new chats. */
  choose: (model: ModelRef) => void;
  /** Selects a model only for this chat. */
  goOnWith: (model: ModelRef) => void;
  /** The user's model for a task, used when a chat starts with that task. An existing chat keeps its model. */
  beginWith: (task: Task | null) => ModelRef | null;
};

/**
 * The model of a chat: the one selected for it, else the one that answered last, else that of its project, else the one
 * last selected in any chat. `project`: undefined until it is known.
 */
export function useThreadModel(
  storage: Pick<Stores, 'drafts'>,
  thread: ThreadState,
  project: Project | null | undefined,
): ThreadModel {
  const { threadId, messages } = thread;
  const [ofNewChats, setOfNewChats] = useSetting(settings.selectedModel);
  const [ofTasks] = useSetting(settings.taskModels);
  const threadModel = useStored(() => storage.drafts.loadModel(threadId), [storage, threadId]);
  const last = messages.findLast((message) => message.role === 'assistant')?.model;
  const choose = useCallback(
    (model: ModelRef) => {
      setOfNewChats(model);
      void storage.drafts.saveModel(threadId, model);
      void rememberModel(model);
    },
    [storage, threadId, setOfNewChats],
  );
  const goOnWith = (model: ModelRef) => void storage.drafts.saveModel(threadId, model);
  const beginWith = (task: Task | null) => {
    const ofTask = task === null || messages.length > 0 ? undefined : ofTasks?.[task];
    if (ofTask === undefined) return null;
    void storage.drafts.saveModel(threadId, ofTask);
    return ofTask;
  };
  const isKnown = ofTasks !== undefined && project !== undefined;
  const model = threadModel ?? last ?? project?.model ?? ofNewChats ?? null;
  return { model: isKnown ? model : null, choose, goOnWith, beginWith };
}

async function rememberModel(model: ModelRef): Promise<void> {
  const before = await settings.recentModels.getValue();
  const others = before.filter((each) => each.endpointId !== model.endpointId || each.modelId !== model.modelId);
  await settings.recentModels.setValue([model, ...others].slice(0, MAX_RECENT));
}
