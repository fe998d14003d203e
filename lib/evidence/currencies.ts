import type { Measure } from './units.ts';

/** Currencies whose names and signs are recognized in every language. Others are recognized only by their ISO code. */
const CODES = [
  'EUR',
  'USD',
  'GBP',
  'JPY',
  'CNY',
  'KRW',
  'INR',
  'CHF',
  'SEK',
  'NOK',
  'DKK',
  'ISK',
  'PLN',
  'CZK',
  'HUF',
  'RON',
  'BGN',
  'TRY',
  'RUB',
  'UAH',
  'BRL',
  'MXN',
  'ARS',
  'CLP',
  'COP',
  'PEN',
  'CAD',
  'AUD',
  'NZD',
  'SGD',
  'HKD',
  'TWD',
  'ZAR',
  'EGP',
  'SAR',
  'AED',
  'MAD',
  'TND',
  'JOD',
  'KWD',
  'QAR',
  'ILS',
  'THB',
  'VND',
  'IDR',
  'MYR',
  'PHP',
  'PKR',
  'BDT',
  'NGN',
  'KES',
  'XOF',
  'KZT',
  'BYN',
  'GEL',
  'AMD',
  'AZN',
  'UZS',
  'RSD',
  'OMR',
  'BHD',
  'DZD',
  'IQD',
  'IRR',
  'LKR',
  'NPR',
  'GHS',
];

/** Words and signs that several currencies share. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'TWD', 'MXN', 'ARS', 'CLP', 'COP'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK', 'CZK'],
  '¥': ['JPY', 'CNY'],
  yuan: ['CNY', 'TWD', 'HKD'],
  peso: ['MXN', 'ARS', 'CLP', 'COP', 'PHP'],
  franc: ['CHF', 'XOF'],
  pound: ['GBP', 'EGP'],
  riyal: ['SAR', 'QAR', 'OMR'],
  dirham: ['AED', 'MAD'],
  dinar: ['KWD', 'JOD', 'TND', 'BHD', 'DZD', 'IQD', 'RSD'],
  lira: ['TRY'],
  cent: ['cent'],
  penny: ['penny'],
};

const SIGNS: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'pound',
  $: '$',
  '¥': '¥',
  US$: 'USD',
  C$: 'CAD',
  A$: 'AUD',
  NZ$: 'NZD',
  S$: 'SGD',
  HK$: 'HKD',
  NT$: 'TWD',
  MX$: 'MXN',
  R$: 'BRL',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  '₺': 'TRY',
  '₴': 'UAH',
  '₪': 'ILS',
  '₫': 'VND',
  '฿': 'THB',
  '₱': 'PHP',
  '₦': 'NGN',
  zł: 'PLN',
  Kč: 'CZK',
  kr: 'kr',
  'kr.': 'kr',
  Ft: 'HUF',
  'Fr.': 'franc',
  Rs: 'INR',
  'Rs.': 'INR',
  TL: 'TRY',
  RMB: 'CNY',
  '¢': 'cent',
  ct: 'cent',
  'Ct.': 'cent',
};

/** Returns a currency by its ISO code or by a name of `FAMILIES`. */
export function findCurrency(name: string): Measure {
  return { type: 'currency', codes: FAMILIES[name] ?? [name] };
}

/** Returns signs and codes, which are the same in every language. */
export function listCurrencySigns(): [string, Measure][] {
  return [
    ...CODES.map((code): [string, Measure] => [code, findCurrency(code)]),
    ...Object.entries(SIGNS).map(([sign, name]): [string, Measure] => [sign, findCurrency(name)]),
  ];
}

/** Returns the full names of currencies in a language, in every plural form that occurs. */
export function listCurrencyNames(language: string): [string, Measure][] {
  return CODES.flatMap((code) => {
    const format = new Intl.NumberFormat(language, { style: 'currency', currency: code, currencyDisplay: 'name' });
    const names = [1, 2, 5, 100].flatMap((amount) =>
      format.formatToParts(amount).flatMap(({ type, value }) => (type === 'currency' ? [value.toLowerCase()] : [])),
    );
    return [...new Set(names)].map((name): [string, Measure] => [name, findCurrency(code)]);
  });
}
