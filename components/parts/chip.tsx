import { X } from 'lucide-react';
import { Children, type ReactNode } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { IconButton } from './icon-button.tsx';
import './chip.css';

type Props = {
  icon: ReactNode;
  name: string;
  /** Beside the name, short; '' for nothing. */
  detail: string;
  hint: string;
  /** What the user should know before it is sent. */
  warning?: string | undefined;
  onRemove?: (() => void) | undefined;
};

/** What goes along with a question; nothing where that is nothing. */
export function AttachedList({ label, children }: { label: string; children: ReactNode }) {
  if (Children.toArray(children).length === 0) return null;
  return (
    <ul className="chips" aria-label={label}>
      {children}
    </ul>
  );
}

/** Something that goes along with a question, as an item of a list. */
export function Chip({ icon, name, detail, hint, warning, onRemove }: Props) {
  return (
    <li className="chip" title={hint}>
      {icon}
      <span dir="auto">{name}</span>
      {detail !== '' && <small>{detail}</small>}
      {warning && <small className="warning">{warning}</small>}
      {onRemove && (
        <IconButton label={t('attachRemove', { name })} onClick={onRemove}>
          <X size={12} aria-hidden />
        </IconButton>
      )}
    </li>
  );
}
