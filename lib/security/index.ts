export {
  APPROVAL_ARMING_MS,
  createApprovalDetails,
  isApprovalValid,
  requiresApproval,
  type ToolUse,
  validateApproval,
} from './approval-policy.ts';
export { isCoveredByRule, ruleFor } from './chat-rules.ts';
export type { SecretKind } from './find-secrets.ts';
export { hideSecrets } from './hidden-secrets.ts';
export { type LinkRisk, linkRisk } from './link-risk.ts';
export { maskSecrets } from './mask-secrets.ts';
export { originOf, policySite } from './origin.ts';
export { isSearchable, isSwitchedOn } from './own-data-policy.ts';
export { allowedSites, pinnedPages, sitesOfFoundTabs, withheldPages } from './pinned-pages.ts';
export { addressKey, isPrivateAddress, isPrivateIp } from './private-address.ts';
export { mcpSourceName, untrustedSources } from './provenance.ts';
export { answerMessage, classifySender, refused, type Sender } from './sender.ts';
export { delimiterFor, visibleText, wrapUntrustedText } from './untrusted-text.ts';
export { isWebCallCovered, typedAddresses, webRefusal } from './web-policy.ts';
