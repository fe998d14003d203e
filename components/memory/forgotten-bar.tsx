import type { Memory } from '../../lib/contracts/index.ts';
import { plural } from '../../lib/i18n/index.ts';
import { UndoBar } from '../parts/undo-bar.tsx';

type Props = { forgotten: readonly Memory[]; onUndo: () => void; onExpire: () => void };

/** Says how many sentences were forgotten, and offers to undo it for a while. */
export function ForgottenBar({ forgotten, onUndo, onExpire }: Props) {
  const subject = forgotten.map(({ memoryId }) => memoryId).join(' ');
  const text = forgotten.length === 0 ? null : plural('memoriesForgotten', forgotten.length);
  return <UndoBar text={text} subject={subject} onUndo={onUndo} onExpire={onExpire} />;
}
