import { t } from '../../lib/i18n/translate.ts';

/** What the model was told of a call, on demand. */
export function TextForModel({ text }: { text: string }) {
  return (
    <details>
      <summary>{t('textForModel')}</summary>
      <pre dir="auto">{text}</pre>
    </details>
  );
}
