import type english from '../../public/_locales/en/messages.json';
import { browserMessages, catalogueLanguage, formatNumber } from './language.ts';

type Catalogue = typeof english;
type Key = keyof Catalogue;

/** The placeholders of a message. */
type Names<K> = K extends Key ? (Catalogue[K] extends { placeholders: infer P } ? keyof P & string : never) : never;
type BaseOf<K> = K extends `${infer Base}_other` ? Base : never;

/** A message with plural forms. */
export type PluralKey = BaseOf<Key>;
export type MessageKey = Exclude<Key, `${string}_${Intl.LDMLPluralRule}`>;
/** A message without placeholders. */
export type PlainKey = { [K in MessageKey]: [Names<K>] extends [never] ? K : never }[MessageKey];

export type Values<K, Value = string | number> = Record<Names<K>, Value>;
/** The arguments of `t` after the key. */
export type ValuesOf<K> = [Names<K>] extends [never] ? [] : [Values<K>];
type OtherValues<K> = Exclude<Names<`${K & string}_other`>, 'count'>;
type OtherValuesOf<K> = [OtherValues<K>] extends [never] ? [] : [Record<OtherValues<K>, string | number>];

/** A message in the user's language. Numbers among the values are formatted for that language. */
export function t<K extends MessageKey>(key: K, ...[values]: ValuesOf<K>): string {
  return fill(piecesOf(key), values ?? {});
}

/** A message with the plural form for a number. */
export function plural<K extends PluralKey>(key: K, count: number, ...[values]: OtherValuesOf<K>): string {
  const form = new Intl.PluralRules(catalogueLanguage()).select(count);
  // A browser may use a plural form that the catalogue lacks.
  const name = browserMessages().getMessage(`${key}_${form}`) === '' ? 'other' : form;
  return fill(piecesOf(`${key}_${name}`), { ...values, count });
}

/** The pieces of a message in turns: text, placeholder name, text, name, … text. */
export function messagePieces(key: MessageKey): string[] {
  return piecesOf(key);
}

// The catalogue declares `$count$` so that the browser returns `{count}`.
function piecesOf(name: string): string[] {
  return browserMessages()
    .getMessage(name)
    .split(/\{(\w+)\}/);
}

function fill(pieces: readonly string[], values: Record<string, string | number>): string {
  return pieces.map((piece, place) => (place % 2 === 0 ? piece : written(values[piece] ?? ''))).join('');
}

function written(value: string | number): string {
  return typeof value === 'number' ? formatNumber(value) : value;
}
