export { answerFieldRequest, locateFocus } from './field-requests.ts';
export { answerFormRequest } from './forms/form-requests.ts';
