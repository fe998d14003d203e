import './memory-card.css';
import { createContext, useContext } from 'react';
import type { Memory } from '../../lib/contracts/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';
import { useKeepFocus, useReturnFocus } from '../parts/keyboard.ts';

type MemoryControl = {
  /** The stored sentences by id. */
  memories: ReadonlyMap<string, Memory>;
  forget: (memoryId: string) => void;
  /** Opens the list in the settings. */
  manage: () => void;
};

export const Memories = createContext<MemoryControl | null>(null);

/** Says how many sentences were sent with a question, and lists those that are still stored. */
export function UsedMemories({ memoryIds }: { memoryIds: readonly string[] }) {
  const control = useContext(Memories);
  const memories = memoryIds.flatMap((memoryId) => control?.memories.get(memoryId) ?? []);
  if (control === null || memories.length === 0) return null;
  return <MemoriesLine memories={memories} control={control} />;
}

/** When its last sentence is forgotten by keyboard, the focus goes to the message field. */
function MemoriesLine({ memories, control }: { memories: readonly Memory[]; control: MemoryControl }) {
  useReturnFocus();
  const line = useKeepFocus();
  return (
    <section ref={line} className="memory-used" tabIndex={-1} aria-label={t('memoryTitle')}>
      <details>
        <summary>{plural('memoriesUsed', memories.length)}</summary>
        <ul>
          {memories.map(({ memoryId, text }) => (
            <li key={memoryId}>
              <span dir="auto">{text}</span>
              <button
                type="button"
                className="button quiet small"
                aria-label={t('forgetMemory', { text })}
                onClick={() => control.forget(memoryId)}
              >
                {t('forget')}
              </button>
            </li>
          ))}
        </ul>
        <button type="button" className="button quiet small" onClick={control.manage}>
          {t('memoryManage')}
        </button>
      </details>
    </section>
  );
}
