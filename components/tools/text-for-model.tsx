import { t } from '../../lib/i18n/index.ts';

/** What the model was given, on demand. `title`: what it is; a tool's result unless said otherwise. */
export function TextForModel({ text, title = t('textForModel') }: { text: string; title?: string }) {
  return (
    <details>
      <summary>{title}</summary>
      <pre dir="auto">{text}</pre>
    </details>
  );
}
