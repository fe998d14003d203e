import { FileCheck } from 'lucide-react';
import { t } from '../../lib/i18n/index.ts';
import type { ReceiptCheck } from '../../lib/security/index.ts';
import { FileButton } from '../parts/buttons.tsx';

/** `check` is null if no file was chosen yet. `isOwn`: whether this installation signed it. */
type Props = { check: ReceiptCheck | null; isOwn: boolean; isBusy: boolean; onFile: (file: File) => void };

/** Checks a receipt file. */
export function ReceiptCheckView({ check, isOwn, isBusy, onFile }: Props) {
  return (
    <section aria-labelledby="check-receipt">
      <h2 id="check-receipt">{t('checkReceipt')}</h2>
      <p className="lead">{t('checkReceiptLead')}</p>
      <div className="actions">
        <FileButton label={t('receiptFile')} accept=".jsonl,.txt" isBusy={isBusy} onFile={onFile}>
          <FileCheck size={14} aria-hidden /> {t('chooseReceipt')}
        </FileButton>
      </div>
      <output aria-live="polite">{check === null ? '' : resultText(check, isOwn)}</output>
    </section>
  );
}

function resultText({ problems: [problem], keys }: ReceiptCheck, isOwn: boolean): string {
  if (problem === undefined) return isOwn ? t('receiptValid') : t('receiptValidOther', { key: keys.join(', ') });
  if (problem.code === 'version') return t('receiptNewer');
  if (problem.code === 'not-a-receipt' && problem.line === 1) return t('receiptNotOurs');
  return t('receiptChanged', { line: problem.line });
}
