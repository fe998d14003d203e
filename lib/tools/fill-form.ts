import * as z from 'zod';
import {
  defineTool,
  type FieldRefusal,
  type FieldResult,
  FieldValues,
  type FillOutcome,
  type FormDifference,
  type FormProposal,
  label,
  PageError,
  type ToolOutput,
} from '../contracts/index.ts';
import { draftForm } from './form-draft.ts';
import { fillSchema } from './form-schema.ts';
import { attachedTab, needsOpenPage } from './page-tool.ts';

export const fillForm = defineTool({
  name: 'fill_form',
  title: 'Fill in form',
  description:
    'Fills in a form of the open page: all values in one call. The user sees, changes and approves them first.\n' +
    'Nothing is sent: the user presses the button of the page. Give only what the user wants in the form.',
  inputSchema: z.strictObject({ form: z.string().max(200).default(''), values: FieldValues }),
  jsonSchema: fillSchema([], false),
  // Idempotent: the page reports the same outcome of a filling each time it is asked.
  annotations: { readOnlyHint: false, idempotentHint: true, openWorldHint: true },
  view: {
    category: 'action',
    icon: 'text-cursor-input',
    labels: [{ phrase: 'toolFillForm', host: 'page' }, { phrase: 'toolFillTheForm' }],
  },
  offer: {
    reads: { type: 'page-details', rank: 0 },
    askedFor: 'forms',
    isOffered: ({ forms }) => forms.length > 0,
    schemaFor: (situation) => fillSchema(situation.forms, situation.model.isSmall),
  },
  effects: {
    needs: needsOpenPage,
    async preview(input, context) {
      const tabId = attachedTab(context);
      const { forms } = await context.page.forms(tabId, context.signal);
      return draftForm(tabId, forms, input);
    },
  },
  async *execute(_input, context) {
    yield { label: label('progressFilling') };
    const { form } = context;
    if (form === null) throw new PageError('form-input', 'The user was not asked. Nothing was filled in.');
    const outcome = await context.page.fillForm(form, context.signal);
    return buildFillOutput(form.proposal, form.values, outcome);
  },
});

function buildFillOutput(proposal: FormProposal, values: FieldValues, outcome: FillOutcome): ToolOutput {
  const { url, title } = proposal;
  const isError = outcome.type !== 'filled';
  const details = { url, title, filling: outcome, ...(isError ? { isError } : {}) };
  return { content: formatFillOutcome(proposal, values, outcome), details };
}

function formatFillOutcome(proposal: FormProposal, values: FieldValues, outcome: FillOutcome): string {
  switch (outcome.type) {
    case 'filled': {
      const lines = outcome.fields.map(
        (result) => `- ${result.label || result.key}: ${resultText(result, proposal, values)}`,
      );
      const untouchedFields = proposal.fields.filter(({ field, value }) => value !== null && !(field.key in values));
      const lines2 = untouchedFields.map(({ field }) => `- ${field.label || field.key}: left as it was, by the user`);
      const sendWarning = outcome.hasTriedToSend
        ? ['The page tried to send the form by itself, which was prevented.']
        : [];
      return [
        'The form was filled in, and was not sent:',
        ...lines,
        ...lines2,
        ...sendWarning,
        nextStep(proposal),
      ].join('\n');
    }
    case 'stopped':
      return [
        'Nothing was filled in: the form is not the one any more that the user approved.',
        ...outcome.differences.map(differenceText),
      ].join('\n');
    case 'late':
      return 'Nothing was filled in: the approval had ended.';
    case 'replaced':
      return 'In doubt: the page was loaded again. Whether anything was filled in before is unknown; the form may be empty now.';
    default:
      return outcome satisfies never;
  }
}

function nextStep({ submitLabel, leftToUser }: FormProposal): string {
  const open = leftToUser.length === 0 ? '' : ` The user still has to fill in: ${leftToUser.join(', ')}.`;
  return submitLabel === null ? `Tell the user to check it.${open}` : `The user sends it with “${submitLabel}”.${open}`;
}

const REFUSALS: Readonly<Record<FieldRefusal, string>> = {
  disabled: 'it is disabled',
  'read-only': 'it is read-only',
  secret: 'only the user may fill it in',
  file: 'only the user may choose files',
  'unknown-field': 'the form has no such field',
  differs: 'the page turned it into a different field in the meantime',
  'wrong-type': 'it takes another type of value',
  'no-such-option': 'it has no such option',
  'not-seen': 'it is covered, or cannot be seen',
  invalid: 'the page does not accept the value',
  'not-taken': 'it did not take the value',
  timeout: 'filling in took too long',
};

/**
 * The result of a field for the model. A value that the user changed in the card is only for the page. The model is
 * only told that it was changed.
 */
function resultText(result: FieldResult, proposal: FormProposal, values: FieldValues): string {
  const proposed = proposal.fields.find(({ field }) => field.key === result.key)?.value ?? null;
  const isOwn = JSON.stringify(proposed) !== JSON.stringify(values[result.key]);
  switch (result.status) {
    case 'set':
      return isOwn ? 'set, to a value of the user' : `set to ${JSON.stringify(result.value)}`;
    case 'changed':
      return isOwn ? 'changed by the page' : `changed by the page to ${JSON.stringify(result.value)}`;
    case 'refused':
      return `not filled in: ${REFUSALS[result.reason]}${result.message === '' ? '' : ` (${result.message})`}`;
    case 'gone':
      return 'not there any more';
    default:
      return result satisfies never;
  }
}

function differenceText({ label: name, what, before, now }: FormDifference): string {
  return `- ${name || 'the form'}: ${what}${before === '' && now === '' ? '' : `, was ${JSON.stringify(before)}, is ${JSON.stringify(now)}`}`;
}
