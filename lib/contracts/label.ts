import * as z from 'zod';
import type { MessageKey, ValuesOf } from '../i18n/index.ts';

/**
 * Text of a tool for the user, as data: a key of the catalogue and its values. It is stored in the log and translated by a
 * component. Created by `label`, which checks the values of each key.
 */
export const Label = z.object({
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type Label = z.infer<typeof Label>;

export function label<K extends MessageKey>(key: K, ...[values]: ValuesOf<K>): Label {
  return values === undefined ? { key } : { key, values };
}
