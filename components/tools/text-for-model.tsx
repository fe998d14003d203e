import { t } from '../../lib/i18n/index.ts';

/** The exact text sent to the model, on demand. `title` defaults to a tool's result. */
export function TextForModel({ text, title = t('textForModel') }: { text: string; title?: string }) {
  return (
    <details>
      <summary>{title}</summary>
      <pre dir="auto">{text}</pre>
    </details>
  );
}
