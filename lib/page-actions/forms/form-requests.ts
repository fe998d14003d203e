import type {
  FieldResult,
  FieldValue,
  FieldValues,
  FillOutcome,
  FormAnswer,
  FormDefinition,
  FormRequest,
  FormTarget,
} from '../../contracts/index.ts';
import { fillPageForm } from './fill-form.ts';
import { readForms } from './form-definition.ts';
import { randomToken } from './random-token.ts';
import { showForm } from './show-form.ts';

/**
 * A filling that has begun, and the values that it replaced. Kept as long as the document, because its outcome may be
 * requested again.
 */
type Filling = { form: FormTarget; replaced: Map<string, FieldValue>; outcome: Promise<FillOutcome> };

const fillings = new Map<string, Filling>();
const documentId = randomToken();

/** Lists the forms of this document, fills one as approved, restores the replaced values, or shows one. */
export async function answerFormRequest(request: FormRequest): Promise<FormAnswer> {
  if (request.type !== 'list' && request.documentId !== documentId) return { type: 'replaced' };
  switch (request.type) {
    case 'list':
      return { type: 'forms', documentId, forms: listPageForms(document) };
    case 'fill':
      return fillOnce(request);
    case 'undo':
      return undo(fillings.get(request.fillId));
    case 'show':
      return { type: 'shown', isShown: showForm(document, request.form, request.part) };
    default:
      return request satisfies never;
  }
}

/**
 * Restores the values that a filling replaced, even if the page does not accept them: a required field may have been
 * empty.
 */
async function undo(filling: Filling | undefined): Promise<FillOutcome> {
  if (filling === undefined) return { type: 'replaced' };
  await filling.outcome;
  const before: FieldValues = Object.fromEntries(filling.replaced);
  // A page may have added fields of the same name for the values that were filled in.
  const outcome = await fillPageForm(document, filling.form, before, new Map(), { mayHaveMore: true });
  if (outcome.type !== 'filled') return outcome;
  const fields = outcome.fields.map((result): FieldResult => {
    const value = before[result.key];
    const isBack = result.status === 'refused' && JSON.stringify(result.value) === JSON.stringify(value);
    return isBack && value !== undefined ? { key: result.key, label: result.label, status: 'set', value } : result;
  });
  return { ...outcome, fields };
}

/**
 * The user's approval covers one filling. If a worker was stopped, the next worker asks again and gets the outcome of
 * the first filling.
 */
function fillOnce({ fillId, form, values, until }: Extract<FormRequest, { type: 'fill' }>): Promise<FillOutcome> {
  const begun = fillings.get(fillId);
  if (begun !== undefined) return begun.outcome;
  if (Date.now() > until) return Promise.resolve({ type: 'late' });
  const replaced = new Map<string, FieldValue>();
  const outcome = fillPageForm(document, form, values, replaced);
  fillings.set(fillId, { form, replaced, outcome });
  return outcome;
}

/** The forms of a document, as plain data. */
export function listPageForms(document: Document): FormDefinition[] {
  return readForms(document).map(({ definition }) => definition);
}
