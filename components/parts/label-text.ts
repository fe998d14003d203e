import type { Label } from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';

/**
 * A label of a tool in the user's language. Logs of older versions hold the sentence itself. '' for a key this version does
 * not have.
 */
export function labelText(label: Label | string): string {
  if (typeof label === 'string') return label;
  const translate: (key: PlainKey, values?: Label['values']) => string = t;
  return translate(label.key as PlainKey, label.values);
}
