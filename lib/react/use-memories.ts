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

/** Forgetting sentences, and undoing that while the page that did it offers it. They are deleted at once. */
type Forgetting = {
  /** What undoing would restore. */
  forgotten: readonly Memory[];
  /** Forgets one sentence, or all with null. */
  forget: (memoryId: string | null) => Promise<void>;
  undo: () => Promise<void>;
  /** Ends the offer. */
  close: () => void;
};

export function useForgetting(storage: Pick<Stores, 'memories'>): Forgetting {
  const [forgotten, setForgotten] = useState(NONE);
  return {
    forgotten,
    async forget(memoryId) {
      const memories = await storage.memories.forget(memoryId);
      setForgotten((before) => [...before, ...memories]);
    },
    async undo() {
      await storage.memories.restore(forgotten);
      setForgotten(NONE);
    },
    close: () => setForgotten(NONE),
  };
}

/** The sentences that one chat proposes to remember, and those that it has used. */
export type ChatMemory = {
  /** The proposal that the user is asked about; null if there is none. Others may wait behind it. */
  proposal: MemoryProposal | null;
  /** Why the last sentence that the user wanted to keep was refused. */
  refusal: MemoryError | null;
  /** Whether the last proposal was kept. */
  isKept: boolean;
  memories: ReadonlyMap<string, Memory>;
  /**
   * Proposes what a question of the user asked to remember, except what is remembered already. Each sentence stays
   * until it is answered.
   */
  propose: (texts: readonly string[]) => Promise<void>;
  /** Opens the card at an answer. Null while memory is off, and in private windows, which keep nothing. */
  remember: ((text: string) => void) | null;
  /** Stores the sentence on the card, after a click on it, in place of the one called `replacedId` if there is one. */
  keep: (text: string, projectId: string | null, replacedId: string | null) => void;
  discard: () => void;
  forget: (memoryId: string) => void;
  forgetting: Forgetting;
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
  const asked = useStored(() => storage.drafts.loadProposals(threadId), [storage, threadId])?.[0] ?? null;
  const [opened, setOpened] = useState<MemoryProposal | null>(null);
  const [refusal, setRefusal] = useState<MemoryError | null>(null);
  const [isKept, setIsKept] = useState(false);
  const forgetting = useForgetting(storage);
  const proposal = isAvailable ? (opened ?? asked) : null;
  const open = useCallback(
    (text: string) => {
      setOpened({ text, origin: { type: 'answer', threadId } });
      setRefusal(null);
      setIsKept(false);
    },
    [threadId],
  );
  const close = async (answered: MemoryProposal, kept: boolean) => {
    setRefusal(null);
    setIsKept(kept);
    if (answered === opened) setOpened(null);
    else await storage.drafts.removeProposal(threadId, answered.text);
  };
  const keep = async (answered: MemoryProposal, memory: Memory, replacedId: string | null) => {
    const error = await storage.memories.keep(memory, replacedId);
    if (error === null) await close(answered, true);
    else setRefusal(error);
  };
  return {
    proposal,
    refusal,
    isKept,
    memories,
    async propose(texts) {
      setIsKept(false);
      if (!isAvailable) return;
      const origin = { type: 'question', threadId } as const;
      const unknown = await storage.memories.selectUnknown(texts);
      await storage.drafts.addProposals(
        threadId,
        unknown.map((text) => ({ text, origin })),
      );
    },
    remember: isAvailable ? open : null,
    keep(text, projectId, replacedId) {
      if (proposal === null) return;
      const { origin } = proposal;
      const memory = { memoryId: crypto.randomUUID(), text, projectId, origin, isOn: true, createdAt: Date.now() };
      void keep(proposal, memory, replacedId).catch(onError);
    },
    discard: () => void (proposal && close(proposal, false).catch(onError)),
    forget: (memoryId) => void forgetting.forget(memoryId).catch(onError),
    forgetting,
  };
}
