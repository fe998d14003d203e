import type { FormField, TabForm } from '../contracts/index.ts';

/** The form with this title, tool name, or number on the page, counted from 1. Null if there is none. */
export function findForm(forms: readonly TabForm[], name: string): TabForm | null {
  const match =
    forms.find(({ form }) => isSameName(form.name, name)) ?? forms.find(({ form }) => isSameName(form.title, name));
  return match ?? (/^\d+$/.test(name) ? (forms[Number(name) - 1] ?? null) : null);
}

/**
 * The field with this key, label, label with its groups, or `name` or `id` in the page. Undefined if there is none, or
 * more than one.
 */
export function findField(fields: readonly FormField[], name: string): FormField | undefined {
  const matches = findFields(fields, name);
  return matches.length === 1 ? matches[0] : undefined;
}

/** The fields that a name can refer to: the matches of the first criterion that has any. */
export function findFields(fields: readonly FormField[], name: string): FormField[] {
  const isNamed = (text: string) => isSameName(text, name);
  const ways: ((field: FormField) => boolean)[] = [
    ({ key }) => key === name,
    ({ label }) => isNamed(label),
    ({ groups, label }) => isNamed([...groups, label].join(' > ')),
    ({ key }) => isNamed(key),
    ({ fingerprint }) => fingerprint.attributes.split(' ').slice(0, 2).some(isNamed),
  ];
  for (const fits of ways) {
    const matches = fields.filter(fits);
    if (matches.length > 0) return matches;
  }
  return [];
}

function isSameName(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}
