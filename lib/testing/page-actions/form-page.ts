/** How a generated field is operated. */
export type PageFieldKind =
  | 'text'
  | 'long text'
  | 'number'
  | 'date'
  | 'select'
  | 'checkbox'
  | 'radios'
  | 'boxes'
  | 'switch'
  | 'list';

/** A field as the user sees it. `id` identifies it regardless of its name and place, and is not visible on the page. */
export type PageField = {
  id: string;
  label: string;
  kind: PageFieldKind;
  labelled: 'around' | 'for' | 'aria' | 'placeholder' | 'before' | 'by reference';
  /** Its `name` attribute in the page. */
  name: string;
  options: string[];
  state: 'open' | 'hidden' | 'read-only' | 'disabled' | 'password';
};

export type PageGroup = { legend: string; fields: PageField[] };

export type PageForm = {
  id: string;
  title: string;
  submit: string;
  layout: 'form' | 'dialog' | 'section' | 'table' | 'shadow tree';
  groups: PageGroup[];
};

export type FormPage = PageForm[];

/** Labels in English, German and Japanese. */
export const LABELS: readonly (readonly [string, string, string])[] = [
  ['Name', 'Name der Person', '名前'],
  ['City', 'Stadt', '都市'],
  ['Street', 'Straße', '通り'],
  ['Company', 'Firma', '会社'],
  ['Nickname', 'Spitzname', 'あだ名'],
  ['Remarks', 'Bemerkungen', '備考'],
  ['Guests', 'Gäste', '人数'],
  ['Floor', 'Stockwerk', '階'],
  ['Arrival', 'Ankunft', '到着'],
  ['Country', 'Land', '国'],
  ['Newsletter', 'Rundbrief', '会報'],
  ['Plan', 'Tarif', '料金'],
];
const LEGENDS = ['Billing', 'Shipping', 'Contact', 'First guest', 'Second guest'];
const TITLES = ['Delivery', 'Sign up', 'Booking', 'Survey', 'Transfer'];
const SUBMITS = ['Send', 'Order', 'Pay', 'Save'];
export const OPTIONS = ['Austria', 'Japan', 'Chile', 'Ghana', 'Norway', 'Peru'];
const KINDS: readonly PageFieldKind[] = [
  'text',
  'text',
  'text',
  'long text',
  'number',
  'date',
  'select',
  'checkbox',
  'radios',
  'boxes',
  'switch',
  'list',
];
const LABELLED: readonly PageField['labelled'][] = [
  'around',
  'around',
  'for',
  'aria',
  'placeholder',
  'before',
  'by reference',
];
const LAYOUTS: readonly PageForm['layout'][] = ['form', 'form', 'form', 'dialog', 'section', 'table', 'shadow tree'];

export function pick<Value>(random: () => number, values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('There is nothing to pick from.');
  return value;
}

/** A page with one or two forms. */
export function generateFormPage(random: () => number): FormPage {
  const count = pick(random, [1, 1, 2]);
  return Array.from({ length: count }, (_, index) => generateForm(random, `form${index}`));
}

export function generateForm(random: () => number, id: string): PageForm {
  const layout = pick(random, LAYOUTS);
  const groupCount = layout === 'table' ? 2 : pick(random, [1, 1, 2]);
  const first = Math.floor(random() * LEGENDS.length);
  const groups = Array.from({ length: groupCount }, (_, index) => ({
    // A single group usually has no name. In a form with only one group, fields with the same label cannot be
    // distinguished.
    legend: groupCount > 1 || random() < 0.3 ? (LEGENDS[(first + index) % LEGENDS.length] ?? '') : '',
    fields: generateFields(random, `${id}.${index}`),
  }));
  // Beside a row header, a placeholder is an example.
  if (layout === 'table')
    for (const field of groups.flatMap(({ fields }) => fields))
      if (field.labelled === 'placeholder') field.labelled = 'aria';
  return { id, title: pick(random, TITLES), submit: pick(random, SUBMITS), layout, groups };
}

function generateFields(random: () => number, id: string): PageField[] {
  const count = 1 + Math.floor(random() * 3);
  const start = Math.floor(random() * LABELS.length);
  const fields = Array.from({ length: count }, (_, index) =>
    generateField(random, `${id}.${index}`, LABELS[(start + index) % LABELS.length]?.[0] ?? ''),
  );
  const [field] = fields;
  // Some forms ask for the same thing several times.
  if (field !== undefined && random() < 0.15) fields.push({ ...generateField(random, `${id}.twin`, field.label) });
  return fields;
}

export function generateField(random: () => number, id: string, label: string): PageField {
  const kind = pick(random, KINDS);
  const options = [...OPTIONS].sort(() => random() - 0.5).slice(0, 3);
  const isText = kind === 'text' || kind === 'long text';
  const labelled = pick(random, LABELLED);
  return {
    id,
    label,
    kind,
    // The first words of a list would be its placeholder.
    labelled: labelled === 'placeholder' && !isText ? 'aria' : labelled,
    name: random() < 0.5 ? label.toLowerCase() : '',
    options,
    state: pick(random, [
      'open',
      'open',
      'open',
      'open',
      'open',
      'open',
      'read-only',
      isText ? 'password' : 'disabled',
    ]),
  };
}

export function fieldsIn({ groups }: PageForm): PageField[] {
  return groups.flatMap(({ fields }) => fields);
}

/** Fields that are visible to the user. */
export function visibleFields(form: PageForm): PageField[] {
  return fieldsIn(form).filter(({ state }) => state !== 'hidden');
}

/** The HTML of a page. Each control has the id of its field in `data-f`. */
export function drawFormPage(page: FormPage): string {
  return `<h1>Shop</h1>${page.map(drawForm).join('<hr>')}`;
}

function drawForm(form: PageForm): string {
  const { title, submit, layout } = form;
  const button = `<button>${submit}</button>`;
  const body = layout === 'table' ? drawRows(form) : form.groups.map(drawGroup).join('');
  switch (layout) {
    case 'dialog':
      return `<div role="dialog" aria-label="${title}">${body}${button}</div>`;
    case 'section':
      return `<section><h2>${title}</h2>${body}${button}</section>`;
    case 'shadow tree':
      return `<form-host><form><h2>${title}</h2>${body}${button}</form></form-host>`;
    default:
      return `<form><h2>${title}</h2>${body}${button}</form>`;
  }
}

function drawGroup({ legend, fields }: PageGroup): string {
  const body = fields.map(drawField).join('');
  return legend === '' ? `<div>${body}</div>` : `<fieldset><legend>${legend}</legend>${body}</fieldset>`;
}

function drawRows({ groups }: PageForm): string {
  const rows = groups.map(
    ({ legend, fields }) =>
      `<tr><th scope="row">${legend}</th>${fields.map((field) => `<td>${drawField(field)}</td>`).join('')}</tr>`,
  );
  return `<table>${rows.join('')}</table>`;
}

function drawField(field: PageField): string {
  const hidden = field.state === 'hidden' ? ' style="display:none"' : '';
  if (field.kind === 'radios' || field.kind === 'boxes') return `<div${hidden}>${drawButtons(field)}</div>`;
  return `<div${hidden}>${drawLabelled(field)}</div>`;
}

function drawButtons({ id, label, kind, name, options, state }: PageField): string {
  const type = kind === 'radios' ? 'radio' : 'checkbox';
  const own = name === '' ? id : name + id;
  const closed = state === 'disabled' || state === 'read-only' ? ' disabled' : '';
  const buttons = options.map(
    (option) =>
      `<label><input data-f="${id}" data-o="${option}" type="${type}" name="${own}" value="${option}"${closed}> ${option}</label>`,
  );
  return `<fieldset><legend>${label}</legend>${buttons.join('')}</fieldset>`;
}

function drawLabelled(field: PageField): string {
  const { id, label, labelled } = field;
  switch (labelled) {
    case 'around':
      return `<label>${label} ${drawControl(field, '')}</label>`;
    case 'for':
      return `<label for="c-${id}">${label}</label> ${drawControl(field, `id="c-${id}"`)}`;
    case 'by reference':
      return `<span id="l-${id}">${label}</span> ${drawControl(field, `aria-labelledby="l-${id}"`)}`;
    case 'aria':
      return drawControl(field, `aria-label="${label}"`);
    case 'placeholder':
      return drawControl(field, `placeholder="${label}"`);
    case 'before':
      return `<b>${label}:</b> ${drawControl(field, '')}`;
    default:
      return labelled satisfies never;
  }
}

const INPUT_TYPES: Partial<Record<PageFieldKind, string>> = {
  text: 'text',
  number: 'number',
  date: 'date',
  checkbox: 'checkbox',
};

function drawControl({ id, kind, name, options, state }: PageField, naming: string): string {
  const closed = state === 'disabled' || (state === 'read-only' && kind === 'checkbox') ? ' disabled' : '';
  const readOnly = state === 'read-only' ? ' readonly' : '';
  const common = `data-f="${id}" ${name === '' ? '' : `name="${name}"`} ${naming}`;
  const isDrawnClosed = state === 'disabled' || state === 'read-only' ? ' aria-disabled="true"' : '';
  if (state === 'password') return `<input ${common} type="password">`;
  switch (kind) {
    case 'long text':
      return `<textarea ${common}${closed}${readOnly}></textarea>`;
    case 'select': {
      const list = options.map((option) => `<option>${option}</option>`).join('');
      return `<select ${common}${state === 'read-only' ? ' disabled' : closed}><option value=""></option>${list}</select>`;
    }
    case 'switch':
      return `<span ${common} role="switch" tabindex="0" aria-checked="false"${isDrawnClosed} style="display:inline-block;width:30px;height:16px;background:#ccc"></span>`;
    case 'list': {
      const list = options.map((option) => `<li role="option" aria-selected="false">${option}</li>`).join('');
      return `<ul ${common} role="listbox" tabindex="0"${isDrawnClosed}>${list}</ul>`;
    }
    default:
      return `<input ${common} type="${INPUT_TYPES[kind] ?? 'text'}"${closed}${readOnly}>`;
  }
}
