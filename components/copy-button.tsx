import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import './copy-button.css';

type Props = {
  /** What it says it copies: “Copy”, “Copy as CSV”. */
  label: string;
  /** Made when it is wanted. */
  text: () => string;
};

/** Milliseconds it says that it has been done. */
const SAID_MS = 2000;

/** Copies, and says so in its own place; where the browser does not let it, it says that. */
export function CopyButton({ label, text }: Props) {
  const [said, setSaid] = useState<string | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => setSaid('Copied'),
      () => setSaid('Could not copy'),
    );
  return (
    <button type="button" className="copy-button" onClick={() => void copy()}>
      {said === 'Copied' ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
      <span aria-live="polite">{said ?? label}</span>
    </button>
  );
}
