import type { FieldValue, FieldValues, FillOutcome, FormDefinition } from '../../contracts/index.ts';
import { type FormPage, type PageField, type PageForm, visibleFields } from './form-page.ts';
import type { PageWrite } from './page-script.ts';

/** A form of a generated page that the user approved: the page's field for each key, and the values. */
export type ApprovedPage = {
  page: FormPage;
  form: PageForm;
  definition: FormDefinition;
  fields: ReadonlyMap<string, PageField>;
  values: FieldValues;
};

/**
 * Approves values for most fields of one form of a page, as it was listed. Throws if the list differs from what was
 * drawn.
 */
export function approveForm(
  page: FormPage,
  form: PageForm,
  listed: readonly FormDefinition[],
  random: () => number,
): ApprovedPage {
  const definition = listed[page.indexOf(form)];
  const drawn = visibleFields(form);
  const labels = definition?.fields.map(({ label }) => label);
  if (definition === undefined || JSON.stringify(labels) !== JSON.stringify(drawn.map(({ label }) => label)))
    throw new Error(`Drawn ${JSON.stringify(drawn.map(({ label }) => label))}, listed ${JSON.stringify(labels)}`);
  const fields = new Map(definition.fields.map(({ key }, index) => [key, drawn[index] as PageField]));
  const open = definition.fields.filter(({ state }) => state === 'open');
  const chosen = open.filter((_, index) => index === 0 || random() < 0.8);
  const values = Object.fromEntries(
    chosen.map(({ key }, index) => [key, valueFor(fields.get(key) as PageField, index)]),
  );
  return { page, form, definition, fields, values };
}

/** All text fields get different values, so that it is clear where a value belongs. */
function valueFor({ kind, options }: PageField, index: number): FieldValue {
  switch (kind) {
    case 'number':
      return 1_000 + index;
    case 'date':
      return `2027-05-${String(index + 1).padStart(2, '0')}`;
    case 'checkbox':
    case 'switch':
      return true;
    case 'boxes':
      return options.slice(0, 2);
    case 'select':
    case 'radios':
    case 'list':
      return options[1] ?? '';
    default:
      return `value ${index}`;
  }
}

/**
 * The errors of a filling: values in fields for which the user did not approve them, or fields whose result does not
 * say what happened. `changed`: the page after its change.
 */
export function judgeFilling(
  approved: ApprovedPage,
  changed: FormPage,
  outcome: FillOutcome,
  writes: readonly PageWrite[],
): string[] {
  const wrong = writes.flatMap((write) => {
    const page = write.isChanged ? changed : approved.page;
    const isRight = Object.keys(approved.values).some((key) => isWriteFor(key, approved, page, write));
    return isRight ? [] : [`wrong field: ${JSON.stringify(write)}`];
  });
  switch (outcome.type) {
    case 'stopped': {
      const isExplained = outcome.differences.length > 0 && outcome.differences.every(({ label }) => label !== '');
      return [
        ...wrong,
        ...(isExplained ? [] : ['stopped without a reason']),
        ...(writes.length === 0 ? [] : ['written although stopped']),
      ];
    }
    case 'filled': {
      const isReported = Object.keys(approved.values).every((key) => outcome.fields.some((field) => field.key === key));
      return [...wrong, ...(isReported ? [] : ['a field without a result'])];
    }
    default:
      return [...wrong, `outcome ${outcome.type}`];
  }
}

function isWriteFor(
  key: string,
  { form, page, fields, values }: ApprovedPage,
  now: FormPage,
  write: PageWrite,
): boolean {
  const field = fields.get(key) as PageField;
  const places = now.flatMap((other) => visibleFields(other).map((each) => ({ form: other, field: each })));
  const written = places.find((place) => place.field.id === write.id);
  if (written === undefined || written.field.state !== 'open') return false;
  if (describe(written.form, written.field) !== describe(form, field)) return false;
  // If several look the same, it must be the same one.
  const countAlike = (inPage: FormPage) =>
    inPage.flatMap((each) => visibleFields(each).filter((other) => describe(each, other) === describe(form, field)))
      .length;
  const isUnique = countAlike(page) === 1 && countAlike(now) === 1;
  const value = values[key] as FieldValue;
  return (isUnique || written.field.id === field.id) && fits(field, value, write.value);
}

function fits({ kind, options }: PageField, value: FieldValue, written: string): boolean {
  if (kind === 'checkbox' || kind === 'switch') return true;
  const wanted = [value].flat().map(String);
  return wanted.includes(written) || (kind === 'boxes' && !options.includes(written));
}

/** What a user sees of a field. */
function describe({ title, submit, groups }: PageForm, field: PageField): string {
  const legend = groups.find(({ fields }) => fields.includes(field))?.legend ?? '';
  return JSON.stringify([title, submit, legend, field.label, field.kind]);
}
