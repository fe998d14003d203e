import { type ReactNode, useMemo } from 'react';
import { ForgottenBar } from '../../components/memory/forgotten-bar.tsx';
import { MemoryCard } from '../../components/memory/memory-card.tsx';
import { Remember } from '../../components/memory/remember-button.tsx';
import { Memories } from '../../components/memory/used-memories.tsx';
import { openSettings } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { type ChatMemory, useLatest } from '../../lib/react/index.ts';

/** Provides answers with what they need to show the sentences they used, and to propose one. */
export function MemoryScope({ memory, children }: { memory: ChatMemory; children: ReactNode }) {
  const { memories, remember } = memory;
  const actions = useLatest({ forget: memory.forget });
  const control = useMemo(
    () => ({ memories, forget: actions.forget, manage: () => void openSettings('memory') }),
    [memories, actions],
  );
  return (
    <Memories value={control}>
      <Remember value={remember}>{children}</Remember>
    </Memories>
  );
}

type CardProps = {
  memory: ChatMemory;
  project: { projectId: string; name: string } | null;
  onError: (error: unknown) => void;
};

/** The card for the sentence that waits for the user with its announcement for screen readers, and undoing. */
export function MemoryCards({ memory, project, onError }: CardProps) {
  const { proposal, refusal, isKept, memories, keep, discard, forgetting } = memory;
  return (
    <>
      <p role="status" className="visually-hidden">
        {proposal !== null ? t('memoryCardTitle') : isKept ? t('memoryKept') : ''}
      </p>
      <ForgottenBar
        forgotten={forgetting.forgotten}
        onUndo={() => void forgetting.undo().catch(onError)}
        onExpire={forgetting.close}
      />
      {proposal && (
        <MemoryCard
          proposal={proposal}
          project={project}
          memories={memories}
          refusal={refusal}
          onKeep={keep}
          onDiscard={discard}
        />
      )}
    </>
  );
}
