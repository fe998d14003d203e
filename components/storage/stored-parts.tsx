import './stored-parts.css';
import { t } from '../../lib/i18n/index.ts';
import { ConfirmButton } from '../parts/buttons.tsx';

/** One kind of stored data: its name, description, size, and what else is deleted with it. */
export type StoredPartView = { key: string; name: string; what: string; amount: string; isEmpty: boolean };

type Props = { parts: readonly StoredPartView[]; total: string | null; onDelete: (key: string) => void };

/** The data stored in this browser, with a delete button for each kind. */
export function StoredParts({ parts, total, onDelete }: Props) {
  return (
    <div className="stored-parts">
      <ul>
        {parts.map(({ key, name, what, amount, isEmpty }) => (
          <li key={key}>
            <div>
              <b>{name}</b> <span className="stored-amount">{amount}</span>
              <p className="hint">{what}</p>
            </div>
            {!isEmpty && (
              <ConfirmButton
                className="button"
                label={t('deleteAllOf', { name })}
                question={t('reallyDeleteAllOf', { name })}
                onConfirm={() => onDelete(key)}
              >
                {t('deleteWord')}
              </ConfirmButton>
            )}
          </li>
        ))}
      </ul>
      {total !== null && <p className="hint">{t('storedInAll', { size: total })}</p>}
    </div>
  );
}
