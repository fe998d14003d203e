export { checkAnswer } from './check-answer.ts';
export { indexSources } from './source-index.ts';
