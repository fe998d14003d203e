import {
  type FormPage,
  fieldsIn,
  generateField,
  LABELS,
  OPTIONS,
  type PageField,
  type PageFieldKind,
  type PageForm,
  type PageGroup,
  pick,
} from './form-page.ts';

/** Where a change takes place: a form of the page, one of its fields, and the field's group. */
type Target = { page: FormPage; form: PageForm; group: PageGroup; field: PageField };

/** A change that a page makes to an approved form. */
type PageChange = (target: Target, random: () => number) => void;

const OTHER_KINDS: readonly PageFieldKind[] = ['text', 'number', 'date', 'select', 'checkbox', 'long text'];

let additions = 0;
const newId = () => `new${additions++}`;

function otherField({ form, field }: Target, random: () => number): PageField {
  const others = fieldsIn(form).filter((each) => each !== field);
  return others.length === 0 ? field : pick(random, others);
}

function swap<Key extends keyof Item, Item>(one: Item, other: Item, key: Key): void {
  [one[key], other[key]] = [other[key], one[key]];
}

function insert({ group, field }: Target, added: PageField, offset: 0 | 1): void {
  group.fields.splice(group.fields.indexOf(field) + offset, 0, added);
}

/** A field that looks the same to the user but is a different one for the page. */
function lookAlike(field: PageField): PageField {
  return { ...field, id: newId() };
}

function moveInto(groups: PageGroup[], { group, field }: Target, random: () => number): void {
  group.fields.splice(group.fields.indexOf(field), 1);
  pick(random, groups).fields.push(field);
}

export const PAGE_CHANGES: Readonly<Record<string, PageChange>> = {
  'draws everything again': () => undefined,
  'swaps the labels of two fields': (target, random) => swap(target.field, otherField(target, random), 'label'),
  'swaps the names of two fields in the code': (target, random) =>
    swap(target.field, otherField(target, random), 'name'),
  'swaps two fields': (target, random) => {
    const { group, field } = target;
    const at = Math.floor(random() * group.fields.length);
    const index = group.fields.indexOf(field);
    [group.fields[index], group.fields[at]] = [group.fields[at] as PageField, field];
  },
  'sorts the fields in another way': ({ group }) => {
    group.fields.reverse();
  },
  'gives a field another label': ({ field }, random) => {
    field.label = pick(random, LABELS)[0];
  },
  'labels a field in another way': ({ field }, random) => {
    field.labelled = pick(random, ['around', 'for', 'aria', 'before']);
  },
  'translates a form': ({ form }, random) => {
    const language = pick(random, [1, 2] as const);
    for (const field of fieldsIn(form))
      field.label = LABELS.find(([english]) => english === field.label)?.[language] ?? field.label;
  },
  'sorts the options in another way': ({ field }) => {
    field.options.reverse();
  },
  'gives an option another name': ({ field }, random) => {
    field.options[Math.floor(random() * field.options.length)] = pick(random, OPTIONS);
  },
  'swaps the options of two fields': (target, random) => swap(target.field, otherField(target, random), 'options'),
  'puts another element in the place of a field': ({ field }) => {
    field.id = newId();
  },
  'puts a look-alike before a field': (target) => insert(target, lookAlike(target.field), 0),
  'puts a look-alike behind a field': (target) => insert(target, lookAlike(target.field), 1),
  'puts a look-alike into another group': ({ form, field }, random) =>
    void pick(random, form.groups).fields.push(lookAlike(field)),
  'adds a field': (target, random) =>
    insert(target, generateField(random, newId(), `Extra ${Math.floor(random() * 9)}`), 0),
  'removes a field': ({ group, field }) => {
    group.fields.splice(group.fields.indexOf(field), 1);
  },
  'removes the field before': ({ group, field }) => {
    const index = group.fields.indexOf(field);
    if (index > 0) group.fields.splice(index - 1, 1);
  },
  'hides a field': ({ field }) => {
    field.state = 'hidden';
  },
  'makes a field read-only': ({ field }) => {
    field.state = 'read-only';
  },
  'disables a field': ({ field }) => {
    field.state = 'disabled';
  },
  'makes a field a password': ({ field }) => {
    field.state = 'password';
    field.kind = 'text';
  },
  'makes a field one of another kind': ({ field }, random) => {
    field.kind = pick(random, OTHER_KINDS);
  },
  'moves a field into another group': (target, random) => moveInto(target.form.groups, target, random),
  'moves a field into another form': (target, random) =>
    moveInto(
      target.page.flatMap(({ groups }) => groups),
      target,
      random,
    ),
  'swaps the names of two groups': ({ form, group }, random) => swap(group, pick(random, form.groups), 'legend'),
  'gives a group another name': ({ group }) => {
    group.legend = 'Beneficiary';
  },
  'swaps two groups': ({ form }) => {
    form.groups.reverse();
  },
  'gives the form another title': ({ form }) => {
    form.title = 'Transfer money';
  },
  'gives the button another name': ({ form }) => {
    form.submit = 'Pay 900';
  },
  'swaps the titles of two forms': ({ page, form }, random) => swap(form, pick(random, page), 'title'),
  'swaps two forms': ({ page }) => {
    page.reverse();
  },
  'adds the same form before': ({ page, form }) => {
    page.splice(page.indexOf(form), 0, copyForm(form));
  },
  'adds the same form behind': ({ page, form }) => {
    page.splice(page.indexOf(form) + 1, 0, copyForm(form));
  },
  'removes the form': ({ page, form }) => {
    page.splice(page.indexOf(form), 1);
  },
};

function copyForm(form: PageForm): PageForm {
  const groups = form.groups.map(({ legend, fields }) => ({ legend, fields: fields.map(lookAlike) }));
  return { ...form, id: newId(), groups };
}

/** A page after one to three changes to the form with this id, and the names of the changes. */
export function changePage(page: FormPage, formId: string, random: () => number): { page: FormPage; names: string[] } {
  const changed = structuredClone(page);
  const names: string[] = [];
  for (let left = pick(random, [1, 1, 1, 2, 3]); left > 0; left -= 1) {
    const form = changed.find(({ id }) => id === formId);
    const groups = (form?.groups ?? []).filter(({ fields }) => fields.length > 0);
    if (form === undefined || groups.length === 0) break;
    const group = pick(random, groups);
    const name = pick(random, Object.keys(PAGE_CHANGES));
    PAGE_CHANGES[name]?.({ page: changed, form, group, field: pick(random, group.fields) }, random);
    names.push(name);
  }
  return { page: changed, names };
}
