import { useEffect, useRef, useState } from 'react';
import type { ModelRef, PageContextMode } from '../contracts/index.ts';
import { sendCommand } from '../extension/index.ts';

/** How long the user must have been typing before anything is sent, in milliseconds. */
const SETTLED_MS = 400;

type Question = {
  threadId: string;
  model: ModelRef | null;
  tabId: number | null;
  pageContext: PageContextMode | null;
  /** The project in which the chat starts. Null if it is already stored, or starts in none. */
  projectId: string | null;
  /** Whether a question is being typed and no answer is running. */
  isAsking: boolean;
};

/**
 * Makes a model server on this machine process the page while a question is being typed. `isPreparing`: it is doing so.
 * `takeId`: returns the id under which the question must be sent, and starts a new one.
 */
export function useWarmStart(question: Question): { isPreparing: boolean; takeId: () => string } {
  const { threadId, model, tabId, pageContext, projectId, isAsking } = question;
  const messageId = useRef(crypto.randomUUID() as string);
  const [isPreparing, setIsPreparing] = useState(false);
  const modelKey = model === null ? null : `${model.endpointId} ${model.modelId}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the model is known by its key
  useEffect(() => {
    if (!isAsking || model === null || tabId === null) return;
    let isOver = false;
    const contextOptions = {
      ...(pageContext === null ? {} : { pageContext }),
      ...(projectId === null ? {} : { projectId }),
    };
    const timer = setTimeout(async () => {
      setIsPreparing(true);
      const command = {
        type: 'warm-up',
        threadId,
        messageId: messageId.current,
        model,
        tabId,
        ...contextOptions,
      } as const;
      await sendCommand(command).catch(() => undefined);
      if (!isOver) setIsPreparing(false);
    }, SETTLED_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
      setIsPreparing(false);
      void sendCommand({ type: 'stop-warm-up', threadId }).catch(() => undefined);
    };
  }, [threadId, modelKey, tabId, pageContext, projectId, isAsking]);
  return {
    isPreparing,
    takeId() {
      const id = messageId.current;
      messageId.current = crypto.randomUUID();
      return id;
    },
  };
}
