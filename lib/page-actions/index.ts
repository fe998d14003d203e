export { answerFieldRequest, focusOf } from './field-requests.ts';
