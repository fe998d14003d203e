import type { FormDifference, FormField, FormTarget } from '../../contracts/index.ts';
import type { LiveForm } from './form-definition.ts';

/** A form in its current state, with the field for each approved key, or how it differs from the approved one. */
export type FoundForm =
  | { type: 'found'; form: LiveForm; fields: ReadonlyMap<string, FormField> }
  | { type: 'differs'; differences: FormDifference[] };

/**
 * `mayHaveMore`: the page may have added fields of the same name, for example for the next guest once the last one has
 * a name.
 */
export type FindOptions = { mayHaveMore?: boolean };

/**
 * Finds an approved form among those that are now in the page, even if it was recreated, and the fields to fill. Any
 * difference from what the user was shown counts, and so does a second matching field.
 */
export function findAgain(
  approved: FormTarget,
  keys: readonly string[],
  forms: readonly LiveForm[],
  { mayHaveMore = false }: FindOptions = {},
): FoundForm {
  const requestedFields = approved.fields.filter(({ key }) => keys.includes(key));
  const form = sameForm(approved, requestedFields, forms);
  if (form === null) return { type: 'differs', differences: [differsAs(approved, forms)] };
  const fields = new Map<string, FormField>();
  const differences: FormDifference[] = [];
  for (const field of requestedFields) {
    const match = matchField(field, form.definition.fields);
    if (typeof match === 'string') {
      const isElsewhere = forms.some((other) => other !== form && hasToken(other, field));
      const what = isElsewhere ? 'form' : match;
      differences.push({ key: field.key, label: field.label, what, before: approved.title, now: '' });
      continue;
    }
    fields.set(field.key, match);
    differences.push(...compareFields(field, match));
    if (!mayHaveMore) differences.push(...compareAlike(field, match));
  }
  return differences.length > 0 ? { type: 'differs', differences } : { type: 'found', form, fields };
}

/** The form with the same title and button. If there are several, the one with most of the elements. */
function sameForm(
  approved: FormTarget,
  requestedFields: readonly FormField[],
  forms: readonly LiveForm[],
): LiveForm | null {
  const alike = forms.filter(
    ({ definition }) => definition.title === approved.title && definition.submitLabel === approved.submitLabel,
  );
  const count = (form: LiveForm) => requestedFields.filter((field) => hasToken(form, field)).length;
  const best = Math.max(0, ...alike.map(count));
  const candidates = alike.filter((form) => count(form) === best);
  return candidates.length === 1 ? (candidates[0] ?? null) : null;
}

function hasToken({ definition }: LiveForm, { fingerprint }: FormField): boolean {
  return definition.fields.some((field) => field.fingerprint.token === fingerprint.token);
}

function differsAs(approved: FormTarget, forms: readonly LiveForm[]): FormDifference {
  const now = forms.find((form) => approved.fields.some((field) => hasToken(form, field)))?.definition ?? null;
  const before = nameWithButton(approved);
  if (now === null) {
    const isTwice = forms.filter(({ definition }) => definition.title === approved.title).length > 1;
    return { key: '', label: approved.title, what: isTwice ? 'ambiguous' : 'gone', before, now: '' };
  }
  return { key: '', label: approved.title, what: 'form', before, now: nameWithButton(now) };
}

function nameWithButton({ title, submitLabel }: FormTarget): string {
  return submitLabel === null ? title : `${title} [${submitLabel}]`;
}

/** The current field for an approved one: the same element, or the only one of its kind, name and place. */
function matchField(approved: FormField, fields: readonly FormField[]): FormField | 'gone' | 'ambiguous' {
  const same = fields.find(({ fingerprint }) => fingerprint.token === approved.fingerprint.token);
  if (same !== undefined) return same;
  const isAlike = (field: FormField) =>
    field.kind === approved.kind && field.label === approved.label && isEqual(field.groups, approved.groups);
  const narrower: ((field: FormField) => boolean)[] = [
    ({ fingerprint }) => fingerprint.attributes === approved.fingerprint.attributes,
    ({ fingerprint: { before, after } }) =>
      before === approved.fingerprint.before && after === approved.fingerprint.after,
  ];
  let candidates = fields.filter(isAlike);
  if (candidates.length === 0) {
    // Its kind or its label was changed, which is reported.
    const isNamedAlike = ({ label, groups }: FormField) => label === approved.label && isEqual(groups, approved.groups);
    const { attributes } = approved.fingerprint;
    const isMarkedAlike = ({ fingerprint }: FormField) =>
      attributes.trim() !== '' && fingerprint.attributes === attributes;
    const nameMatches = fields.filter(isNamedAlike);
    const others = nameMatches.length > 0 ? nameMatches : fields.filter(isMarkedAlike);
    return others.length === 1 ? (others[0] as FormField) : 'gone';
  }
  for (const isCloser of narrower) {
    if (candidates.length === 1) break;
    candidates = candidates.filter(isCloser);
  }
  const [only, ...others] = candidates;
  return only === undefined || others.length > 0 ? 'ambiguous' : only;
}

function compareFields(approved: FormField, now: FormField): FormDifference[] {
  const identity = { key: approved.key, label: approved.label };
  const name = ({ groups, label }: FormField) => [...groups, label].join(' > ');
  // Some libraries move the chosen option.
  const list = ({ options }: FormField) => [...(options ?? [])].sort().join(' | ');
  const compared: [FormDifference['what'], string, string][] = [
    ['label', name(approved), name(now)],
    ['kind', approved.kind, now.kind],
    ['state', approved.state, now.state],
    ['options', list(approved), list(now)],
  ];
  return compared.flatMap(([what, before, after]) =>
    before === after ? [] : [{ ...identity, what, before, now: after }],
  );
}

/**
 * Frameworks reuse elements by position: where a field of the same name was added or removed, the same element may now
 * be another field.
 */
function compareAlike({ key, label, fingerprint }: FormField, now: FormField): FormDifference[] {
  const [before, after] = [fingerprint.alike, now.fingerprint.alike];
  return before === after ? [] : [{ key, label, what: 'ambiguous', before: String(before), now: String(after) }];
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}
