import { t } from '../../lib/i18n/index.ts';
import { dollars } from '../figures/dollars.ts';

type Props = { spent: number; limit: number; state: 'near' | 'over' };

/** Warns that the month's limit is near or exceeded. Sending stays possible. */
export function SpendingNote({ spent, limit, state }: Props) {
  const amounts = { spent: dollars(spent), limit: dollars(limit) };
  return (
    <p className="panel-note" role="status">
      {t(state === 'over' ? 'spendingOver' : 'spendingNear', amounts)}
    </p>
  );
}
