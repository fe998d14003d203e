import * as z from 'zod';
import { defineTool, type FieldState, type FormField, label, type TabForm } from '../contracts/index.ts';
import { cutOutsideSecrets } from '../security/index.ts';
import { knownForms } from './known-forms.ts';
import { attachedTab, formatPageHeader, linesWithinBudget, needsOpenPage, READ_ONLY_ANNOTATIONS } from './page-tool.ts';

export const listForms = defineTool({
  name: 'list_forms',
  title: 'List forms',
  description:
    'Lists the forms of the open page: labels, types, options, what is required, filled in or wrong.\n' +
    'Passwords, codes and card numbers are never told.',
  inputSchema: z.strictObject({}),
  annotations: READ_ONLY_ANNOTATIONS,
  view: {
    category: 'page',
    icon: 'text-cursor-input',
    labels: [{ phrase: 'toolForms', host: 'page' }, { phrase: 'toolThePageForms' }],
  },
  offer: {
    reads: { type: 'page-details', rank: 6 },
    askedFor: 'forms',
    isOffered: (situation) => !situation.model.isSmall || situation.askedFor.has('list_forms'),
  },
  effects: { needs: needsOpenPage },
  async *execute(_input, context) {
    const tabId = attachedTab(context);
    yield { label: label('progressForms') };
    const page = await context.page.forms(tabId, context.signal);
    const texts = linesWithinBudget(
      page.forms.map((form, index) => formText(form, index + 1)),
      context,
    );
    const omittedCount = page.forms.length - texts.length;
    const body = page.forms.length === 0 ? 'There is no form on this page.' : texts.join('\n\n');
    const rest = omittedCount > 0 ? `\n\n…${omittedCount} more forms were left out.` : '';
    const formsForModel = knownForms(page);
    const details = {
      title: page.title,
      url: page.url,
      forms: page.forms.length,
      more: omittedCount > 0,
      known: formsForModel,
    };
    return { content: `${formatPageHeader(page)}\n\n${body}${rest}`, details };
  },
});

/** Maximum size of a form in the list. */
const LIMITS = { fields: 100, options: 40, characters: 300 };

function formText({ form: { title, fields, submitLabel } }: TabForm, number: number): string {
  const head = `Form ${number}${title === '' ? '' : `: ${title}`}`;
  const more = fields.length - LIMITS.fields;
  const rest = more > 0 ? [`…${more} more fields were left out.`] : [];
  const foot = submitLabel === null ? [] : [`Button: ${submitLabel}`];
  return [head, ...fields.slice(0, LIMITS.fields).map(fieldText), ...rest, ...foot].join('\n');
}

const STATES: Readonly<Record<FieldState, readonly string[]>> = {
  open: [],
  disabled: ['disabled'],
  'read-only': ['read-only'],
  secret: ['only for the user'],
  file: ['only for the user'],
};

function fieldText({ label: own, groups, kind, value, isRequired, state, options, error }: FormField): string {
  const name = [...groups, own].filter((text) => text !== '').join(' > ');
  const marks = [kind, ...(isRequired ? ['required'] : []), ...STATES[state]].join(', ');
  const choices = options === null || options.length === 0 ? '' : ` options: ${optionText(options)}`;
  const wrong = error === '' ? '' : ` error: ${error}`;
  return `- ${name === '' ? '(no label)' : name} (${marks})${valueText(value)}${choices}${wrong}`;
}

function valueText(value: FormField['value']): string {
  if (value === null) return ' = (not told)';
  if (typeof value === 'boolean') return value ? ' = checked' : '';
  const text = cutOutsideSecrets(Array.isArray(value) ? value.join(', ') : String(value), LIMITS.characters);
  return text === '' ? '' : ` = "${text}"`;
}

function optionText(options: readonly string[]): string {
  const more = options.length - LIMITS.options;
  return [...options.slice(0, LIMITS.options), ...(more > 0 ? [`… ${more} more`] : [])].join(' | ');
}
