import { useEffect, useState } from 'react';
import { APPROVAL_ARMING_MS } from '../../lib/security/index.ts';

/** Approves a request. It cannot be pressed before the request could be read, nor by a script. */
export function ApproveButton({ label, onApprove }: { label: string; onApprove: () => void }) {
  const [isArmed, setIsArmed] = useState(false);
  useEffect(() => {
    // A little longer than the worker requires.
    const timer = setTimeout(() => setIsArmed(true), APPROVAL_ARMING_MS + 100);
    return () => clearTimeout(timer);
  }, []);
  return (
    <button
      type="button"
      className="button primary"
      disabled={!isArmed}
      onClick={(event) => event.nativeEvent.isTrusted && onApprove()}
    >
      {label}
    </button>
  );
}
