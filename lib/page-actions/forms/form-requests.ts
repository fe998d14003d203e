import type { FieldValue, FormAnswer, FormDefinition, FormRequest } from '../../contracts/index.ts';
import { type FieldValues, fillForm } from './fill-form.ts';
import { readForms } from './form-definition.ts';

/** What the last filling in this document replaced. */
let replaced: { form: FormDefinition; values: FieldValues } | null = null;

/** Lists the forms of this document, fills one as it was approved, or brings back what that replaced. */
export async function answerFormRequest(request: FormRequest): Promise<FormAnswer> {
  switch (request.type) {
    case 'list':
      return { type: 'forms', forms: listForms(document) };
    case 'fill': {
      const { form, values } = request;
      const before = form.fields.flatMap(({ key, value }): [string, FieldValue][] =>
        key in values && value !== null ? [[key, value]] : [],
      );
      replaced = { form, values: Object.fromEntries(before) };
      return fillForm(document, form, values);
    }
    case 'undo': {
      const last = replaced;
      replaced = null;
      return last === null
        ? { type: 'filled', fields: [], hasTriedToSend: false }
        : fillForm(document, last.form, last.values);
    }
    default:
      return request satisfies never;
  }
}

/** The forms of a document, as plain data. */
export function listForms(document: Document): FormDefinition[] {
  return readForms(document).map(({ definition }) => definition);
}
