export { checkAnswer } from './check-answer.ts';
export { checkFacts } from './check-facts.ts';
export { compareFacts, compareWords } from './compare-answers.ts';
export { indexSources, SourceReader } from './index-sources.ts';
