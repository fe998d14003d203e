export { answerFieldRequest, focusOf } from './field-requests.ts';
export { answerFormRequest, listForms } from './forms/form-requests.ts';
