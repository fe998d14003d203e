import { useEffect, useState } from 'react';
import { APPROVAL_ARMING_MS } from '../../lib/security/index.ts';

type Props = { label: string; onApprove: () => void; isSecondary?: boolean };

/** Approves a request. It cannot be pressed before the request could be read, nor by a script. */
export function ApproveButton({ label, onApprove, isSecondary = false }: Props) {
  const [isArmed, setIsArmed] = useState(false);
  useEffect(() => {
    // A little longer than the worker requires.
    const timer = setTimeout(() => setIsArmed(true), APPROVAL_ARMING_MS + 100);
    return () => clearTimeout(timer);
  }, []);
  return (
    <button
      type="button"
      className={isSecondary ? 'button' : 'button primary'}
      disabled={!isArmed}
      onClick={(event) => event.nativeEvent.isTrusted && onApprove()}
    >
      {label}
    </button>
  );
}
