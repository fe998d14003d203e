export { checkAnswer } from './check-answer.ts';
export { checkFacts } from './check-facts.ts';
export { indexSources, SourceReader } from './index-sources.ts';
