export { captureDom } from './capture-dom.ts';
export { labelOf as fieldLabel } from './forms.ts';
export { frameKey } from './frame-place.ts';
export { readFacts } from './page-facts.ts';
