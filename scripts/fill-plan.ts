import type { FieldValue, TabForm } from '../lib/contracts/index.ts';
import { findField, findForm } from '../lib/tools/find-form.ts';

type FieldEntries = Readonly<Record<string, FieldValue>>;
type FormEntries = Readonly<Record<string, FieldEntries>>;

/** The contents of a file of values: by form and field, or such values by page. */
export type FillValues = FormEntries | Readonly<Record<string, FormEntries>>;

/** What to fill in one form, by field key. `form`: null if the page has none with that name. */
export type FormPlan = { name: string; form: TabForm | null; entries: Record<string, FieldValue> };

/**
 * Decides which forms of a page are filled with which values. Names that match nothing are kept, so that they are
 * reported.
 */
export function planFilling(values: FillValues, page: string, forms: readonly TabForm[]): FormPlan[] {
  const own = (values as Record<string, FormEntries>)[page];
  const isByPage = own !== undefined && Object.values(own).every(isRecord);
  return Object.entries(isByPage ? own : (values as FormEntries)).flatMap(([name, entries]) => {
    // The values are for another page.
    if (Object.values(entries).some(isRecord)) return [];
    const form = findForm(forms, name);
    const keyed = Object.entries(entries).map(([field, value]): [string, FieldValue] => [
      (form && findField(form.form.fields, field)?.key) ?? field,
      value,
    ]);
    return [{ name, form, entries: Object.fromEntries(keyed) }];
  });
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
