export { captureDom } from './capture-dom.ts';
export { fieldLabel } from './field-label.ts';
export { findShadowRoot, frameKey, shownParent } from './flat-tree.ts';
export { readFacts } from './page-facts.ts';
export {
  findSensitiveFields,
  HEADINGS,
  isDigitOfCode,
  isSecretControl,
  isSecretName,
  type SensitiveFields,
  takesDigits,
  textBefore,
} from './sensitive-fields.ts';
export { VisibilityCheck } from './visible-control.ts';
