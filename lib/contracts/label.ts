import * as z from 'zod';
import type { MessageKey, ValuesOf } from '../i18n/index.ts';

/**
 * Words that a tool has for the user, as data: a key of the catalogue and what is filled in. It goes into the log, and a
 * component puts it into the language of whoever reads it. Made by `label`, which knows the keys and what each needs.
 */
export const Label = z.object({
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type Label = z.infer<typeof Label>;

export function label<K extends MessageKey>(key: K, ...[values]: ValuesOf<K>): Label {
  return values === undefined ? { key } : { key, values };
}
