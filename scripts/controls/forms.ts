import type { Control } from './control.ts';

/** What a call may write into a form of a page, and what it may not. */
export const FORM_CONTROLS: readonly Control[] = [
  {
    promise: 2,
    name: 'a value that the user did not write is filled in only if it was ticked',
    file: 'lib/security/form-values.ts',
    source: 'return !needsTick(proposed) || ticked.includes(key);',
    without: 'return true;',
    test: { file: 'lib/security/form-values.test.ts', name: 'does not count for a value that was not ticked' },
  },
  {
    promise: 2,
    name: 'what a page wrote is not taken for words of the user',
    file: 'lib/security/form-values.ts',
    source: "if (own.some(isIn)) return { type: 'user' };",
    without: "return { type: 'user' };",
    test: { file: 'lib/security/form-values.test.ts', name: "is named by where it was read: 'Mallory'" },
  },
  {
    promise: 2,
    name: 'only fields that the card shows are filled in',
    file: 'lib/security/form-values.ts',
    source: "if (proposed?.field.state !== 'open') return false;",
    without: 'if (proposed === undefined) return true;',
    test: { file: 'lib/security/form-values.test.ts', name: 'does not count for a field that was not shown' },
  },
  {
    promise: 2,
    name: 'a call fills in no field that only the user may',
    file: 'lib/tools/form-draft.ts',
    source: "return state === 'open' ? null : CLOSED[state];",
    without: 'return state === state ? null : CLOSED[state as never];',
    test: { file: 'lib/tools/fill-form.test.ts', name: 'nothing with a password, and says what to change' },
  },
  {
    promise: 2,
    name: 'a form is shown before it is filled in',
    file: 'lib/security/approval/decide-call.ts',
    source: 'if (form !== null && isApprovalValid(use, confirm, now())) return runTool(tool, { form });',
    without: 'if (form !== null) return runTool(tool, { form });',
    test: {
      file: 'lib/agent/tool-execution/form-approval.test.ts',
      name: 'an approval without values, or that has ended, fills in nothing and is asked for again',
    },
  },
  {
    promise: 2,
    name: 'a form that is not the approved one any more is left as it is',
    file: 'lib/page-actions/forms/fill-form.ts',
    source: "if (formMatch.type === 'differs') return { type: 'stopped', differences: formMatch.differences };",
    without:
      "if (formMatch.type === 'differs') return fillForm(document, readForms(document)[0]?.definition ?? approved, values);",
    test: {
      file: 'lib/page-actions/forms/hostile-forms.test.ts',
      name: 'is left as it is if it changes before it is filled in: a label is exchanged',
    },
  },
  {
    promise: 2,
    name: 'a field of which the page makes another one while others are filled in is left as it is',
    file: 'lib/page-actions/forms/fill-form.ts',
    source: "return difference === null ? null : refuse('differs', difference);",
    without: 'return null;',
    test: {
      file: 'lib/page-actions/forms/hostile-forms.test.ts',
      name: 'gets nothing into a field that is given the label of another while others are filled in',
    },
  },
  {
    promise: 2,
    name: 'a field that is hidden meanwhile is not filled in',
    file: 'lib/page-actions/forms/fill-form.ts',
    source: "if (!isOpen && !canBeUsed(control)) return refuse('not-seen');",
    without: '',
    test: {
      file: 'lib/page-actions/forms/hostile-forms.test.ts',
      name: 'gets nothing into a field that it hides meanwhile',
    },
  },
  {
    promise: 2,
    name: 'a form is filled in once for an approval',
    file: 'lib/page-actions/forms/form-requests.ts',
    source: 'if (begun !== undefined) return begun.outcome;',
    without: '',
    test: {
      file: 'lib/page-actions/forms/fill-form.test.ts',
      name: 'is done once for an approval, however often it is asked for',
    },
  },
  {
    promise: 2,
    name: 'another document gets nothing that was approved for the one before',
    file: 'lib/page-actions/forms/form-requests.ts',
    source: "if (request.type !== 'list' && request.documentId !== documentId) return { type: 'replaced' };",
    without: '',
    test: {
      file: 'lib/page-actions/forms/fill-form.test.ts',
      name: 'does not begin after its approval has ended, nor in another document',
    },
  },
];
