import { FileText } from 'lucide-react';
import type { PageRef } from '../../lib/contracts/event.ts';
import { t } from '../../lib/i18n/translate.ts';
import './page-mark.css';

/** Says which page the answers from here on are about. */
export function PageMark({ page: { title, url } }: { page: PageRef }) {
  const host = URL.parse(url)?.host ?? url;
  return (
    <p className="page-mark" role="note" aria-label={t('page')} title={url}>
      <FileText size={12} aria-hidden />
      <span dir="auto">{title === '' ? host : title}</span>
      {title !== '' && <small>{host}</small>}
    </p>
  );
}
