import { Check, Copy } from 'lucide-react';
import { t } from '../../lib/i18n/index.ts';
import { useCopy } from './use-copy.ts';
import './copy-button.css';

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
