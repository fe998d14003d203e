import type { FieldFingerprint, FieldSchema, FormDefinition, FormField } from '../../contracts/index.ts';
import { memoize } from '../../control-flow/index.ts';
import { HEADINGS, shownParent } from '../../page-reader/capture/index.ts';
import { attribute, findAll, getTagName, isRendered } from '../../page-reader/dom/index.ts';
import { accessibleName, cleanLabel, describeControl, nameControl, nameGroup, nameRow } from './control-name.ts';
import { isRequired, listOptions, readError, readState, readValue } from './control-value.ts';
import { type Control, classifyElement } from './controls.ts';
import { fieldSchema } from './field-schema.ts';
import { type ControlGroup, groupControls, isInside } from './form-groups.ts';
import { randomToken } from './random-token.ts';

/** A form in its current state in the page: its definition, the element around it, and the control of each field. */
export type LiveForm = {
  definition: FormDefinition;
  container: Element;
  controls: ReadonlyMap<string, Control>;
  submit: HTMLElement | null;
};

/** Maximum length of a key. Properties of tools may only have ASCII names of up to 64 characters. */
const MAX_KEY = 48;

/** Reads the forms of a document as tool definitions. Does not change the page. */
export function readForms(document: Document): LiveForm[] {
  const names = new UniqueNames();
  const forms = groupControls(document).map((group, index) => defineForm(group, String(index + 1), names));
  countAlike(forms.map(({ definition }) => definition));
  return forms;
}

function defineForm(group: ControlGroup, formId: string, names: UniqueNames): LiveForm {
  const keys = new UniqueNames();
  const labels = group.controls.map((control) => nameControl(control));
  const controls = new Map<string, Control>();
  const fields = group.controls.map((control, index): FormField => {
    const { label = '', isMarked = false } = labels[index] ?? {};
    const isRepeated = labels.filter((other) => other.label === label).length > 1;
    const groups = groupsAround(control, group, label, isRepeated);
    const texts = [[...groups, label].join(' '), attribute(control.element, 'name') ?? ''];
    const key = keys.take(isRepeated && groups.length > 0 ? texts : [label, ...texts], 'field');
    controls.set(key, control);
    const state = readState(control);
    return {
      key,
      kind: control.kind,
      label,
      groups,
      hint: describeControl(control, label),
      isRequired: isRequired(control) || isMarked,
      state,
      value: state === 'secret' ? null : readValue(control),
      options: state === 'secret' ? null : listOptions(control),
      error: state === 'secret' ? '' : readError(control),
      fingerprint: takeFingerprint(control, labels[index - 1]?.label, labels[index + 1]?.label),
    };
  });
  const definition = {
    formId,
    name: names.take(toolNames(group), 'fill_form'),
    title: group.title,
    fields,
    schema: formSchema(fields, controls),
    submitLabel: group.submit === null ? null : accessibleName(group.submit),
  };
  return { definition, container: group.container, controls, submit: group.submit };
}

/** The names for the tool: the page's own, as in WebMCP's attributes, and one derived from the title. */
function toolNames({ container, title }: ControlGroup): string[] {
  const own = attribute(container, 'toolname') ?? '';
  return [...(own.trim() === '' ? [] : [`fill ${own}`]), `fill ${title}`];
}

function formSchema(fields: readonly FormField[], controls: ReadonlyMap<string, Control>): FormDefinition['schema'] {
  const open = fields.filter(({ state }) => state === 'open');
  const properties = open.map(({ key, label, groups, hint, value }): [string, FieldSchema] => {
    const description = [[...groups, label].join(' > '), hint].filter((text) => text !== '').join('. ');
    return [key, fieldSchema(controls.get(key) as Control, description, value ?? '')];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: open.filter(({ isRequired }) => isRequired).map(({ key }) => key),
    additionalProperties: false,
  };
}

/**
 * The names of the groups around a control within its form, outermost first. A group of which the control consists
 * names the control itself. If the label is repeated in the form and no group surrounds the control, uses the text of
 * its row, or the heading before it.
 */
function groupsAround(
  control: Control,
  { container, title }: Pick<ControlGroup, 'container' | 'title'>,
  label: string,
  isRepeated: boolean,
): string[] {
  const groups: string[] = [];
  for (
    let around = shownParent(control.element);
    around !== null && around !== container;
    around = shownParent(around)
  ) {
    const isGroup =
      getTagName(around) === 'fieldset' ||
      /^(?:group|radiogroup|region|tabpanel|row)$/.test(attribute(around, 'role') ?? '') ||
      getTagName(around) === 'section' ||
      getTagName(around) === 'tr';
    const isRow = getTagName(around) === 'tr';
    const name = !isGroup ? '' : isRow ? nameRow(around, { withCells: isRepeated }) : nameGroup(around);
    if (name !== '' && name !== label) groups.unshift(name);
  }
  if (!isRepeated || groups.length > 0) return groups;
  const row = rowAround(control, container);
  const heading = headingAbove(control.element, container);
  const headingText = heading === undefined ? '' : cleanLabel(heading.textContent ?? '');
  const isHeadingInRow = heading !== undefined && row !== null && isInside(heading, row);
  const name = (isHeadingInRow ? '' : textInRow(control.element, row, label)) || headingText;
  return name === '' || name === title || name === label ? groups : [name];
}

/** The last heading before a control within the form. */
function headingAbove(element: Element, container: Element): Element | undefined {
  const isBefore = (heading: Element) =>
    (element.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  return [...findAll(container, HEADINGS)].filter((each) => isBefore(each) && isRendered(each)).at(-1);
}

const CONTROLS = 'input:not([type="hidden"]), select, textarea, [role], [contenteditable]';

/** The largest element within the form that contains no other control, such as the row of a list. */
function rowAround({ element, members }: Control, container: Element): Element | null {
  let row: Element | null = null;
  for (let around = element.parentElement; around !== null && around !== container; around = around.parentElement) {
    const others = [...findAll(around, CONTROLS)].filter((each) => classifyElement(each) !== null);
    if (others.some((other) => !members.includes(other as HTMLElement))) break;
    row = around;
  }
  return row;
}

/** Maximum length of a row's text, in characters. */
const MAX_ROW_TEXT = 60;

/** The text of a row before a control, without its label. Text after the control may be an error message. */
function textInRow(element: Element, row: Element | null, label: string): string {
  if (row === null) return '';
  const range = element.ownerDocument.createRange();
  range.setStart(row, 0);
  range.setEndBefore(element);
  const text = cleanLabel(range.toString());
  const name = cleanLabel(text.endsWith(label) ? text.slice(0, text.length - label.length) : text);
  return name.length > MAX_ROW_TEXT ? '' : name;
}

/** Describes what a control has become if it is no longer the approved field. Null if it is unchanged. */
export function readDifference({ definition, container }: LiveForm, field: FormField, control: Control): string | null {
  const { form = null } = control.element as HTMLInputElement;
  const isInForm = form instanceof HTMLElement ? form === container : isInside(control.element, container);
  const kind = classifyElement(control.element);
  const { label } = nameControl(control);
  const isRepeated = definition.fields.filter((other) => other.label === field.label).length > 1;
  const groups = groupsAround(control, { container, title: definition.title }, label, isRepeated);
  const name = (path: readonly string[]) => path.join(' > ');
  const now = name([...groups, label]);
  const isSame =
    isInForm &&
    kind === (field.kind === 'checkboxes' ? 'checkbox' : field.kind) &&
    now === name([...field.groups, field.label]);
  return isSame ? null : now;
}

/** Identifies an element for as long as the document keeps it. */
export const elementToken = memoize((_element: Element) => randomToken());

function takeFingerprint({ element }: Control, before = '', after = ''): FieldFingerprint {
  const attributes = ['name', 'id', 'type'].map((name) => attribute(element, name) ?? '');
  return { token: elementToken(element), attributes: attributes.join(' '), before, after, alike: 1 };
}

/** Counts equal fields in equal forms of a page. */
function countAlike(forms: readonly FormDefinition[]): void {
  const alike = new Map<string, FormField[]>();
  for (const { title, submitLabel, fields } of forms)
    for (const field of fields) {
      const name = JSON.stringify([title, submitLabel, field.groups, field.label]);
      alike.set(name, [...(alike.get(name) ?? []), field]);
    }
  for (const fields of alike.values()) for (const { fingerprint } of fields) fingerprint.alike = fields.length;
}

/** Generates unique lower-case ASCII names for tools and their properties. */
class UniqueNames {
  readonly #taken = new Set<string>();

  /** The first text that yields an unused name, else the last one, or `fallback`, with a number. */
  take(texts: readonly string[], fallback: string): string {
    const names = texts.map(asciiName).filter((name) => name !== '');
    const free = names.find((name) => !this.#taken.has(name));
    const name = free ?? this.#numbered(names.at(-1) ?? fallback);
    this.#taken.add(name);
    return name;
  }

  #numbered(name: string): string {
    if (!this.#taken.has(name)) return name;
    let number = 2;
    while (this.#taken.has(`${name}_${number}`)) number += 1;
    return `${name}_${number}`;
  }
}

function asciiName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .slice(0, MAX_KEY)
    .replace(/^_+|_+$/g, '');
}
