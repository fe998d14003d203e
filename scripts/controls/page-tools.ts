import type { Control } from './control.ts';

/** What a tool that a page registers may be given, and when it is called. */
export const PAGE_TOOL_CONTROLS: readonly Control[] = [
  {
    promise: 2,
    name: 'an approval of a call of a page’s tool covers what the tool requires',
    file: 'lib/security/form-values.ts',
    source: 'tool === undefined ? entries.length > 0 : hasRequiredArguments(fields, values);',
    without: 'true;',
    test: {
      file: 'lib/security/form-values.test.ts',
      name: 'have all that the tool requires, and may be none',
    },
  },
  {
    promise: 2,
    name: 'a tool of a page gets the values of its card only',
    file: 'lib/tools/page-tool-arguments.ts',
    source: 'return Object.hasOwn(values, toPathKey(path)) ? values[toPathKey(path)] : undefined;',
    without: 'return Object.hasOwn(values, toPathKey(path)) ? values[toPathKey(path)] : value;',
    test: { file: 'lib/tools/page-tools.test.ts', name: 'are the approved values in their places, and nothing else' },
  },
  {
    promise: 2,
    name: 'a tool of a page gets no password, code or payment data by its arguments’ names',
    file: 'lib/tools/tool-call-draft.ts',
    source: "? 'secret' : 'open',",
    without: "? 'open' : 'open',",
    test: {
      file: 'lib/tools/page-tools.test.ts',
      name: 'nothing for a required secret, by its name, title, format or description',
    },
  },
  {
    promise: 2,
    name: 'a tool of a page gets nothing that is masked as a secret',
    file: 'lib/security/approval/decide-call.ts',
    source: 'if (proposal.tool !== undefined && carriesSecret(argumentsText(proposal), thread.state))',
    without: 'if (proposal.tool !== undefined && carriesSecret(argumentsText(proposal), thread.state) && now() < 0)',
    test: {
      file: 'lib/agent/tool-execution/page-tool-approval.test.ts',
      name: 'an argument that is masked as a secret is refused before the user is asked, although the user wrote it',
    },
  },
  {
    promise: 2,
    name: 'a call of a page’s tool is not repeated',
    file: 'lib/tools/call-page-tool.ts',
    source: 'annotations: { readOnlyHint: false, idempotentHint: false, openWorldHint: true },',
    without: 'annotations: { readOnlyHint: false, idempotentHint: true, openWorldHint: true },',
    test: {
      file: 'lib/agent/tool-execution/page-tool-approval.test.ts',
      name: 'a call of a page’s tool whose worker was stopped is in doubt, and is not made again',
    },
  },
  {
    promise: 2,
    name: 'a tool that a page has changed since its card is not called',
    file: 'lib/extension/page-world.ts',
    source: "if (others.length > 0 || !isSame) return stopped('changed');",
    without: '',
    test: {
      file: 'lib/extension/page-world.test.ts',
      name: 'is not made to a page that has another description by now',
    },
  },
  {
    promise: 2,
    name: 'a tool of a page is called in the document for which it was approved',
    file: 'lib/extension/page-tools.ts',
    source:
      "if (identity.documentId !== documentId || identity.origin !== origin) return { type: 'stopped', reason: 'replaced' };",
    without: '',
    test: { file: 'lib/extension/page-tools.test.ts', name: 'is not made to a document that was loaded since' },
  },
  {
    promise: 2,
    name: 'a tool of a page is not called after its approval has ended',
    file: 'lib/extension/page-tools.ts',
    source: "if (Date.now() > until) return { type: 'stopped', reason: 'late' };",
    without: '',
    test: { file: 'lib/extension/page-tools.test.ts', name: 'is not made after its approval has ended' },
  },
  {
    promise: 3,
    name: 'a document lists no tools of other documents',
    file: 'lib/extension/page-world.ts',
    source: 'if (isOfOther || (listed.source ?? listed.window ?? window) !== window) continue;',
    without: '',
    test: { file: 'lib/extension/page-world.test.ts', name: 'are none of other documents that the page lists' },
  },
  {
    promise: 2,
    name: 'the name of a page’s tool cannot be a text',
    file: 'lib/contracts/page-tools.ts',
    source: String.raw`name: z.string().regex(/^[\w.-]{1,128}$/),`,
    without: 'name: z.string(),',
    test: {
      file: 'lib/security/page-tool-answers.test.ts',
      name: 'are left out with a name with spaces',
    },
  },
];
