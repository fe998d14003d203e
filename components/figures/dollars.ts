import { formatNumber, t } from '../../lib/i18n/index.ts';

/** An amount in US dollars, down to a hundredth of a cent. */
export function dollars(amount: number): string {
  if (amount > 0 && amount < 0.0001) return t('underAmount', { amount: dollars(0.0001) });
  const places = amount < 1 ? 4 : 2;
  return formatNumber(amount, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumFractionDigits: places,
  });
}
