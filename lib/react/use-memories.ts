import { useCallback, useMemo, useState } from 'react';
import type { Memory, MemoryError, MemoryProposal } from '../contracts/index.ts';
import { isPrivateWindow, settings } from '../extension/index.ts';
import type { Stores } from '../storage/index.ts';
import { useSetting } from './use-setting.ts';
import { useStored } from './use-stored.ts';

const NONE: readonly Memory[] = [];

/** The sentences to remember, live. */
export function useMemories(storage: Pick<Stores, 'memories'>): readonly Memory[] {
  return useStored(() => storage.memories.all(), [storage]) ?? NONE;
}

/** The sentences that one chat proposes to remember, and those that it has used. */
export type ChatMemory = {
  /** The proposal that waits for the user. Null if there is none. */
  proposal: MemoryProposal | null;
  /** Why the last sentence that the user wanted to keep was refused. */
  refusal: MemoryError | null;
  /** Whether the last proposal was kept. */
  isKept: boolean;
  memories: ReadonlyMap<string, Memory>;
  /** Proposes what a question asked to remember. The proposal stays until the user answers it. */
  propose: (text: string) => Promise<void>;
  /** Opens the card at an answer. Null while memory is off, and in private windows, which keep nothing. */
  remember: ((text: string) => void) | null;
  /** Stores the sentence on the card, after a click on it. */
  keep: (text: string, projectId: string | null) => void;
  discard: () => void;
  forget: (memoryId: string) => void;
};

export function useChatMemory(
  storage: Pick<Stores, 'drafts' | 'memories'>,
  threadId: string,
  onError: (error: unknown) => void,
): ChatMemory {
  const [isOn = false] = useSetting(settings.usesMemory);
  const isAvailable = isOn && !isPrivateWindow;
  const all = useMemories(storage);
  const memories = useMemo(() => new Map(all.map((memory) => [memory.memoryId, memory])), [all]);
  const asked = useStored(() => storage.drafts.loadMemory(threadId), [storage, threadId]) ?? null;
  const [opened, setOpened] = useState<MemoryProposal | null>(null);
  const [refusal, setRefusal] = useState<MemoryError | null>(null);
  const [isKept, setIsKept] = useState(false);
  const proposal = isAvailable ? (opened ?? asked) : null;
  const open = useCallback(
    (text: string) => {
      setOpened({ text, origin: { type: 'answer', threadId } });
      setRefusal(null);
      setIsKept(false);
    },
    [threadId],
  );
  const close = async (kept: boolean) => {
    setRefusal(null);
    setIsKept(kept);
    if (opened === null) await storage.drafts.saveMemory(threadId, null);
    else setOpened(null);
  };
  const keep = async ({ origin }: MemoryProposal, text: string, projectId: string | null) => {
    const memory = { memoryId: crypto.randomUUID(), text, projectId, origin, isOn: true, createdAt: Date.now() };
    const error = await storage.memories.keep(memory);
    if (error === null) await close(true);
    else setRefusal(error);
  };
  return {
    proposal,
    refusal,
    isKept,
    memories,
    async propose(text) {
      setIsKept(false);
      if (isAvailable) await storage.drafts.saveMemory(threadId, { text, origin: { type: 'question', threadId } });
    },
    remember: isAvailable ? open : null,
    keep: (text, projectId) => void (proposal && keep(proposal, text, projectId).catch(onError)),
    discard: () => void close(false).catch(onError),
    forget: (memoryId) => void storage.memories.forget(memoryId).catch(onError),
  };
}
