import './chip.css';
import { X } from 'lucide-react';
import { Children, type ReactNode } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { IconButton } from './buttons.tsx';

type Props = {
  icon: ReactNode;
  name: string;
  /** Short text next to the name, or ''. */
  detail: string;
  hint: string;
  /** A warning to show before it is sent. */
  warning?: string | undefined;
  onRemove?: (() => void) | undefined;
};

/** The attachments of a question. Renders nothing if there are none. */
export function AttachedList({ label, children }: { label: string; children: ReactNode }) {
  if (Children.toArray(children).length === 0) return null;
  return (
    <ul className="chips" aria-label={label}>
      {children}
    </ul>
  );
}

/** An attachment of a question, as a list item. */
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
