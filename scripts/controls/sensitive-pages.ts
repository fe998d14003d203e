import type { Control } from './control.ts';

/** Pages with a field for a password or a code. */
export const SENSITIVE_PAGE_CONTROLS: readonly Control[] = [
  {
    promise: 3,
    name: 'a field with the name or label of a secret makes a page one to be asked about',
    file: 'lib/page-reader/capture/sensitive-fields.ts',
    source: '(isSecret || isNamedSecret(element, root) || isDigitOfCode(element)) && isShown(element)',
    without: 'isSecret && isShown(element)',
    test: { file: 'lib/page-reader/capture/sensitive-fields.test.ts', name: 'by its label' },
  },
  {
    promise: 3,
    name: 'a page whose fields cannot be read is not sent',
    file: 'lib/security/sensitive-pages.ts',
    source: "error instanceof PageError && error.code === 'browser-page'",
    without: 'error instanceof PageError',
    test: {
      file: 'lib/security/sensitive-pages.test.ts',
      name: 'is unknown, and an error, if they cannot be read; only viewers of the browser have none',
    },
  },
  {
    promise: 3,
    name: 'the fields of a code, one for each character, are recognized',
    file: 'lib/page-reader/capture/sensitive-fields.ts',
    source: ' || isDigitOfCode(element)',
    without: '',
    test: { file: 'lib/page-reader/capture/sensitive-fields.test.ts', name: 'by one field for each digit' },
  },
  {
    promise: 3,
    name: 'a page that gets a password field while it is read is asked about',
    file: 'lib/agent/context/read-contexts.ts',
    source: 'if (late !== null) {',
    without: 'if (late === undefined) {',
    test: {
      file: 'lib/tools/page-first.test.ts',
      name: 'asks about a page that got a password field while it was read',
    },
  },
  {
    promise: 3,
    name: 'tools of a model elsewhere ask before they read a page with a password field',
    file: 'lib/agent/tool-execution/execute-tool.ts',
    source: 'profile?.isLocal ? localPages(pinned',
    without: 'profile !== undefined ? localPages(pinned',
    test: {
      file: 'lib/tools/page-first.test.ts',
      name: 'asks before a tool reads another tab of the same site that has a password field, and only then',
    },
  },
  {
    promise: 3,
    name: 'what a tool read of a page that got a password field meanwhile is dropped',
    file: 'lib/security/sensitive-pages.ts',
    source: 'if (await mustAsk(tabId, await pages.check(tabId), signal)) throw notAsked();',
    without: '',
    test: { file: 'lib/security/sensitive-pages.test.ts', name: 'that gets the field meanwhile gives nothing: read' },
  },
  {
    promise: 3,
    name: 'a page with a password field that a local model has read does not go to a model elsewhere',
    file: 'lib/agent/context/model-request.ts',
    source: 'options.profile.isLocal ? options.state : withoutLocalPages(options.state)',
    without: 'options.state',
    test: { file: 'lib/tools/local-pages.test.ts', name: 'is not sent to a hosted model with a later question' },
  },
  {
    promise: 3,
    name: 'what the tools of a local model have read of such a page does not go there either',
    file: 'lib/agent/tool-execution/execute-tool.ts',
    source: 'isLocalOnly ? { ...next.value, localOnly: true } : next.value',
    without: 'next.value',
    test: { file: 'lib/tools/local-pages.test.ts', name: 'is not sent as the result of a tool either: read_tab' },
  },
  {
    promise: 3,
    name: 'a page whose fields cannot be determined is only for the local model that read it',
    file: 'lib/security/local-pages.ts',
    source: 'return true;',
    without: 'return false;',
    test: { file: 'lib/tools/local-pages.test.ts', name: 'is withheld too if its fields cannot be determined' },
  },
  {
    promise: 3,
    name: 'a model elsewhere makes no title for a chat about such a page',
    file: 'lib/worker/titles.ts',
    source: 'if (!profile.isLocal && withoutLocalPages(thread) !== thread) return;',
    without: '',
    test: {
      file: 'lib/worker/titles.test.ts',
      name: 'a hosted model gives no title to a chat with a page that only a local model may get',
    },
  },
];
