export { captureDom } from './capture-dom.ts';
export { readFacts } from './page-facts.ts';
