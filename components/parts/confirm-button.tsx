import { type ReactNode, useEffect, useState } from 'react';

type Props = {
  className: string;
  /** The action of the button. */
  label: string;
  /** Shown after the first click; repeats the verb of the label. */
  question: string;
  children: ReactNode;
  disabled?: boolean;
  onConfirm: () => void;
};

/** How long the first click waits for the second, in milliseconds. */
const WAIT_MS = 4000;

/** A button for irreversible actions, which acts on the second click. */
export function ConfirmButton({ className, label, question, children, disabled = false, onConfirm }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    if (!isAsking) return;
    const timer = setTimeout(() => setIsAsking(false), WAIT_MS);
    return () => clearTimeout(timer);
  }, [isAsking]);
  return (
    <button
      type="button"
      className={isAsking ? `${className} asking` : className}
      aria-label={isAsking ? question : label}
      title={label}
      disabled={disabled}
      onClick={() => {
        setIsAsking(!isAsking);
        if (isAsking) onConfirm();
      }}
    >
      {isAsking ? question : children}
    </button>
  );
}
