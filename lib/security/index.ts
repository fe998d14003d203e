export { answerMessage, refused } from './answer-message.ts';
export {
  APPROVAL_ARMING_MS,
  createApprovalDetails,
  isApprovalValid,
  requiresApproval,
  type ToolUse,
  validateApproval,
} from './approval-policy.ts';
export { delimiterFor, wrapUntrustedText } from './delimiter.ts';
export { type LinkRisk, linkRisk } from './link-risk.ts';
export { maskSecrets } from './mask-secrets.ts';
export { originOf, policySite } from './origin.ts';
export { isSearchable, isSwitchedOn } from './own-data-policy.ts';
export { allowedSites, pinnedPages, sitesOfFoundTabs, withheldPages } from './pinned-pages.ts';
export { addressKey, isPrivateAddress, isPrivateIp } from './private-address.ts';
export { mcpSourceName, untrustedSources } from './provenance.ts';
export type { SecretKind } from './secret.ts';
export { classifySender, type Sender } from './sender.ts';
export { visibleText } from './visible-text.ts';
export { isWebCallCovered, typedAddresses, webRefusal } from './web-policy.ts';
