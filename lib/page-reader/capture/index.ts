export { captureDom } from './capture-dom.ts';
export { frameKey } from './flat-tree.ts';
export { labelOf as fieldLabel, readFacts } from './page-facts.ts';
export { findSensitiveFields, type SensitiveFields } from './sensitive-fields.ts';
