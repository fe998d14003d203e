import type { Control } from './control.ts';

/** What the user is asked about, and for what an approval counts. */
export const APPROVAL_CONTROLS: readonly Control[] = [
  {
    promise: 2,
    name: 'an effect is always asked about',
    file: 'lib/security/approval-policy.ts',
    source: 'if (!use.isReadOnly || use.change !== null) return true;',
    without: 'if (use.change !== null) return true;',
    test: { file: 'lib/security/security.test.ts', name: 'for every effect, whether or not a page was read' },
  },
  {
    promise: 2,
    name: 'what tells somebody something is asked about once a page was read',
    file: 'lib/security/approval-policy.ts',
    source: 'return use.destination !== null && sources.some((source) => source !== use.ownSource);',
    without: 'return false;',
    test: {
      file: 'lib/security/security.test.ts',
      name: 'for a read-only tool that sends data, once the model has read untrusted text',
    },
  },
  {
    promise: 2,
    name: 'an approval is for the exact arguments',
    file: 'lib/security/approval-policy.ts',
    source: 'confirm.arguments === JSON.stringify(use.input) &&',
    without: '',
    test: {
      file: 'lib/security/security.test.ts',
      name: 'is valid only for the exact arguments, destination and site',
    },
  },
  {
    promise: 2,
    name: 'an approval is for the destination shown',
    file: 'lib/security/approval-policy.ts',
    source: 'confirm.destination === use.destination &&',
    without: '',
    test: {
      file: 'lib/security/security.test.ts',
      name: 'is valid only for the exact arguments, destination and site',
    },
  },
  {
    promise: 2,
    name: 'an approval is for the site shown',
    file: 'lib/security/approval-policy.ts',
    source: '&&\n    confirm.origin === use.origin',
    without: '',
    test: {
      file: 'lib/security/security.test.ts',
      name: 'is valid only for the exact arguments, destination and site',
    },
  },
  {
    promise: 2,
    name: 'an approval shows all that is sent',
    file: 'components/tools/approval-sentence.tsx',
    source: 'listed.length <= MAX_NAMED && listed.every(isWhole)',
    without: 'true',
    test: {
      file: 'components/tools/permission-card.test.tsx',
      name: 'lists arguments longer than the sentence shows in full below',
    },
  },
  {
    promise: 2,
    name: 'an approval ends after two minutes',
    file: 'lib/security/approval-policy.ts',
    source: 'if (now > confirm.expiresAt) return',
    without: 'if (now > Infinity) return',
    test: {
      file: 'lib/security/security.test.ts',
      name: 'is valid for the displayed request only, from half a second to two minutes after it',
    },
  },
  {
    promise: 2,
    name: 'an approval counts half a second after its question',
    file: 'lib/security/approval-policy.ts',
    source: '|| now < confirm.askedAt + APPROVAL_ARMING_MS',
    without: '',
    test: {
      file: 'lib/security/security.test.ts',
      name: 'is valid for the displayed request only, from half a second to two minutes after it',
    },
  },
  {
    promise: 2,
    name: 'an approval names its question',
    file: 'lib/security/approval-policy.ts',
    source: 'answer.confirmId !== confirm.confirmId ||',
    without: '',
    test: {
      file: 'lib/security/security.test.ts',
      name: 'is valid for the displayed request only, from half a second to two minutes after it',
    },
  },
  {
    promise: 2,
    name: 'an approval ends when the tab shows another site',
    file: 'lib/security/approval-policy.ts',
    source: `return answer.origin === confirm.origin ? null : 'moved';`,
    without: 'return null;',
    test: { file: 'lib/security/security.test.ts', name: 'is invalid once the tab shows another site' },
  },
  {
    promise: 2,
    name: 'an approval is compared with the call again before it runs',
    file: 'lib/agent/tool-execution/approval.ts',
    source: `request?.type === 'effect' && isApprovalValid(here, request.confirm, now)`,
    without: `request?.type === 'effect'`,
    test: {
      file: 'lib/agent/tool-execution/approval.test.ts',
      name: 'an approval is requested again if the tab navigated, or it expired, before it was used',
    },
  },
  {
    promise: 2,
    name: 'content scripts cannot approve',
    file: 'lib/security/sender.ts',
    source: `if (!origins.every((origin) => origin === own.origin)) return 'content-script';`,
    without: '',
    test: {
      file: 'lib/security/answer-message.test.ts',
      name: 'ten thousand messages of pages, content scripts, other extensions and frames: no effect, no answer, no exception',
    },
  },
  {
    promise: 2,
    name: 'other extensions cannot approve',
    file: 'lib/security/sender.ts',
    source: `if (sender.id !== own.id) return 'other-extension';`,
    without: '',
    test: {
      file: 'lib/security/answer-message.test.ts',
      name: 'ten thousand messages of pages, content scripts, other extensions and frames: no effect, no answer, no exception',
    },
  },
  {
    promise: 2,
    name: 'only pages of ours are answered',
    file: 'lib/security/answer-message.ts',
    source: `if (classifySender(sender, own) !== 'own-page') return false;`,
    without: '',
    test: {
      file: 'lib/security/answer-message.test.ts',
      name: 'ten thousand messages of pages, content scripts, other extensions and frames: no effect, no answer, no exception',
    },
  },
  {
    promise: 2,
    name: 'what was read in earlier runs counts',
    file: 'lib/security/provenance.ts',
    source: 'return [...beside, ...inFront, ...read];',
    without: 'return [...beside, ...inFront];',
    test: {
      file: 'lib/security/security.test.ts',
      name: 'contains the page of each run and every page read since',
    },
  },
  {
    promise: 2,
    name: 'text of pages stands between delimiters it cannot write',
    file: 'lib/security/delimiter.ts',
    source: `text.replaceAll(delimiter, '')`,
    without: 'text',
    test: {
      file: 'lib/security/security.test.ts',
      name: 'is constant within a run, differs between runs, and cannot be closed from inside',
    },
  },
];
