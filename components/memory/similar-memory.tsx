import './similar-memory.css';
import { useMemo } from 'react';
import type { Memory } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { findSimilarMemory } from '../../lib/security/index.ts';
import { ApproveButton } from '../parts/buttons.tsx';

/** A stored sentence that is used in the same chats as a new one, and that the new one may be meant to replace. */
export function useSimilarMemory(
  sentence: string,
  projectId: string | null,
  memories: { values(): Iterable<Memory> },
): Memory | null {
  return useMemo(() => {
    const used = [...memories.values()].filter((memory) => memory.isOn && memory.projectId === projectId);
    return findSimilarMemory(sentence, used);
  }, [memories, projectId, sentence]);
}

/** Shows that sentence above the button that replaces it. */
export function SimilarMemory({ text }: Pick<Memory, 'text'>) {
  return (
    <div className="memory-similar">
      <p>{t('memorySimilar')}</p>
      <blockquote dir="auto">{text}</blockquote>
    </div>
  );
}

type ReplaceButtonProps = Pick<Memory, 'memoryId'> & { isReadable: boolean; onReplace: (memoryId: string) => void };

/** Stores a sentence in place of the similar one. Another similar one has to be in view as long as the first. */
export function ReplaceButton({ memoryId, isReadable, onReplace }: ReplaceButtonProps) {
  return (
    <ApproveButton
      key={memoryId}
      label={t('memoryReplace')}
      isReadable={isReadable}
      isSecondary
      onApprove={() => onReplace(memoryId)}
    />
  );
}
