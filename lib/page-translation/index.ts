export { answerTranslationRequest } from './translation-requests.ts';
