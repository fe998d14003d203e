export { answerHighlightRequest } from './highlight-requests.ts';
