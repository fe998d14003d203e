export {
  addressKey,
  isPrivateAddress,
  isPrivateIp,
  parseOrigin,
  withoutFragment,
} from './addresses.ts';
export { APPROVAL_ARMING_MS } from './approval/approval-policy.ts';
export { type CallDecision, type CallSituation, decideCall, requestTab } from './approval/decide-call.ts';
export { askAfterReading, decidePage, decideTabOfRun } from './approval/decide-page.ts';
export {
  approveContexts,
  approvePermitted,
  approveReading,
  callsAboutTab,
  isAboutTab,
  judgeAnswer,
  type PageCall,
  type WaitingContext,
} from './approval/judge-answers.ts';
export { pageUrl, siteOfTab } from './approval/tab-site.ts';
export { cleanSchema } from './clean-schema.ts';
export { approvedValues, hasRequiredArguments, needsTick, withOrigins } from './form-values.ts';
export { collectKnownTexts, hostsAskedAbout } from './known-texts.ts';
export { type LinkRisk, linkRisk } from './link-risk.ts';
export { isLocalOnly, localPages } from './local-pages.ts';
export { markedOwnData, markedPages, markedWeb, unmarkedContext, unmarkedOutput } from './marked-pages.ts';
export { cutOutsideSecrets, hideSecrets, maskSecrets } from './mask-secrets.ts';
export { checkMemoryText, findMemoryRequests } from './memory-text.ts';
export { pagesOnBehalf, webOnBehalf } from './on-behalf.ts';
export { isSearchable, isSwitchedOn } from './own-data-policy.ts';
export { readCallOutcome, readToolList } from './page-tool-answers.ts';
export {
  allowedSites,
  linkedDocuments,
  loadsLinkedDocuments,
  pinnedPages,
  pinnedSites,
  withheldPages,
} from './pinned-pages.ts';
export { mcpSourceName } from './provenance.ts';
export { receiptEntry } from './receipt/receipt-entry.ts';
export { receiptFile, type Signer } from './receipt/receipt-file.ts';
export { chainStart, entryHash, keyId, nextInChain, SIGNING, sha256, signedChain } from './receipt/receipt-hashes.ts';
export { modelSend, recordingClient, recordingSend } from './receipt/recording.ts';
export {
  type ReceiptCheck,
  type ReceiptProblemCode,
  verifyReceipt,
} from './receipt/verify-receipt.ts';
export { isSecretArgument } from './secret-arguments.ts';
export { markedBlocks, withoutMarks } from './secret-marks.ts';
export { answerMessage, classifySender, refused, type Sender } from './sender.ts';
export { approvedPages, sensitivePages } from './sensitive-pages.ts';
export { findSimilarMemory } from './similar-memory.ts';
export { buildContextPolicy, isSameSite, policyFor, type SitePolicies } from './site-policies.ts';
export {
  DELIMITER_LINE,
  DELIMITER_PATTERN,
  delimiterFor,
  quotedTitle,
  visibleLatin,
  visibleText,
  wrapUntrustedText,
} from './untrusted-text.ts';
export { typedAddresses } from './web-policy.ts';
