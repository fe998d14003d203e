import './copy-button.css';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../../lib/i18n/index.ts';

type Props = {
  /** The label: “Copy”, “Copy as CSV”. */
  label: string;
  /** Called on click. */
  text: () => string;
};

/** Copies text and shows the result in its place, including a refusal by the browser. */
export function CopyButton({ label, text }: Props) {
  const { state, copy } = useCopy(() => navigator.clipboard.writeText(text()));
  const said = { idle: label, copied: t('copied'), failed: t('copyFailed') }[state];
  return (
    <button type="button" className="copy-button" onClick={copy}>
      {state === 'copied' ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
      <span aria-live="polite">{said}</span>
    </button>
  );
}

/** How long the result is shown, in milliseconds. */
const CONFIRMATION_MS = 2_000;

type CopyState = 'idle' | 'copied' | 'failed';

/** Copies through `write`, and returns the result of the last copy for as long as it is shown. The browser may refuse. */
export function useCopy(write: () => Promise<void>): { state: CopyState; copy: () => void } {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), CONFIRMATION_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    void write().then(
      () => setState('copied'),
      () => setState('failed'),
    );
  return { state, copy };
}
