import { useMemo } from 'react';
import { maskSecrets } from '../lib/guard/mask-secrets.ts';
import { ConfirmButton } from './confirm-button.tsx';

type Props = {
  /** What the tool gave. */
  content: string;
  /** The person let the model see it all. */
  isRevealed: boolean;
  onReveal: () => void;
};

/** Says what of a result the model does not see, and lets the person change that; nothing where it sees all. */
export function MaskNote({ content, isRevealed, onReveal }: Props) {
  const masked = useMemo(() => maskSecrets(content).masked, [content]);
  if (masked.length === 0) return null;
  const what = masked.map(({ kind, count }) => (count === 1 ? kind : `${kind} × ${count}`)).join(', ');
  if (isRevealed) return <p className="mask-note">The model was allowed to see: {what}.</p>;
  return (
    <p className="mask-note" role="note">
      Hidden from the model: {what}.{' '}
      <ConfirmButton className="button quiet small" label="Show to the model" onConfirm={onReveal}>
        Show to the model
      </ConfirmButton>
    </p>
  );
}
