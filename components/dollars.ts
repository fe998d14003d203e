/** An amount in US dollars, down to a hundredth of a cent. */
export function dollars(amount: number): string {
  if (amount > 0 && amount < 0.0001) return 'under $0.0001';
  const places = amount < 1 ? 4 : 2;
  return amount.toLocaleString('en', { style: 'currency', currency: 'USD', maximumFractionDigits: places });
}
