import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { ConfirmButton } from './buttons.tsx';

type Props = {
  /** The buttons before them. */
  children: ReactNode;
  onEdit: () => void;
  /** Null if it cannot be deleted. */
  onDelete: (() => void) | null;
};

/** The buttons at the end of a card in the settings. The last two edit and delete what it is about. */
export function CardButtons({ children, onEdit, onDelete }: Props) {
  return (
    <div className="card-buttons">
      {children}
      <button type="button" className="button" onClick={onEdit}>
        {t('edit')}
      </button>
      {onDelete && (
        <ConfirmButton className="button" label={t('deleteWord')} question={t('reallyDelete')} onConfirm={onDelete}>
          {t('deleteWord')}
        </ConfirmButton>
      )}
    </div>
  );
}
