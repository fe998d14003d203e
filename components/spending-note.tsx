import { dollars } from './dollars.ts';

type Props = { spent: number; limit: number; state: 'near' | 'over' };

/** Says that the month's limit is near or passed. It stops nothing. */
export function SpendingNote({ spent, limit, state }: Props) {
  const words = state === 'over' ? 'is over your monthly limit of' : 'nears your monthly limit of';
  return (
    <p className="spending-note" role="status">
      {dollars(spent)} this month {words} {dollars(limit)}. Nothing is stopped; change the limit under Usage in
      Settings.
    </p>
  );
}
