import * as z from 'zod';
import { defineTool, label, type PageField, type PageForm } from '../contracts/index.ts';
import { attachedTab, isSmall, linesWithinBudget, pageApproval, pageHead, READ_ONLY_ANNOTATIONS } from './page-tool.ts';

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
  readsOpenPage: 'other',
  besidePage: { reads: 'more', rank: 6 },
  askedFor: 'forms',
  isOffered: (situation) => !isSmall(situation),
  approval: (_input, context) => pageApproval(context.tabId, context),
  async *execute(_input, context) {
    const tabId = attachedTab(context);
    yield { label: label('progressForms') };
    const facts = await context.page.facts(tabId, context.signal);
    const forms = facts.forms.filter((form) => form.fields.length > 0);
    const texts = linesWithinBudget(
      forms.map((form, index) => formText(form, index + 1)),
      context,
    );
    const left = forms.length - texts.length;
    const body = forms.length === 0 ? 'There is no form on this page.' : texts.join('\n\n');
    const rest = left > 0 ? `\n\n…${left} more forms were left out.` : '';
    const details = { title: facts.title, url: facts.url, forms: forms.length, more: left > 0 };
    return { content: `${pageHead(facts)}\n\n${body}${rest}`, details };
  },
});

function formText({ name, fields, buttons }: PageForm, number: number): string {
  const head = `Form ${number}${name === '' ? '' : `: ${name}`}`;
  const foot = buttons.length > 0 ? [`Buttons: ${buttons.join(', ')}`] : [];
  return [head, ...fields.map(fieldText), ...foot].join('\n');
}

function fieldText({ label, type, value, required, options, error }: PageField): string {
  const marks = [type, ...(required ? ['required'] : [])].join(', ');
  const filled = value === null ? ' = (not told)' : value === '' ? '' : ` = "${value}"`;
  const choices = options.length > 0 ? ` options: ${options.join(' | ')}` : '';
  const wrong = error === '' ? '' : ` error: ${error}`;
  return `- ${label === '' ? '(no label)' : label} (${marks})${filled}${choices}${wrong}`;
}
