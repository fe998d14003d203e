export { cleanText, fingerprint, hasHiddenText, hasLetterOrDigit, oneLine, readingLength } from './clean-text.ts';
export { csvCell } from './csv.ts';
export { decodedComponent } from './decoded-component.ts';
export { htmlTitle } from './html-title.ts';
export { quoted } from './quoted.ts';
export {
  ACTION_IN_ADDRESS,
  BEFORE_ITS_NAME,
  CARD_CHECK_NAME,
  CODE_NAME,
  FOR,
  IS,
  KEEP_TO_YOURSELF,
  KEY_NAME,
  NOT_A_PASSWORD,
  PAIR_NAME,
  PARTICLE,
  PASSWORD_LABEL,
  PASSWORD_NAME,
  PHRASE_NAME,
  SETUP_KEY_NAME,
} from './secret-names.ts';
export { splitSentences } from './sentences.ts';
export { estimateTokens, MIN_SHARE_OF_ESTIMATE, textAtEnd, textAtStart } from './token-estimate.ts';
export { hasUnspacedText, splitWords } from './words.ts';
