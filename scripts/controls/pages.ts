import type { Control } from './control.ts';

/** Which pages are read, and what of them is masked. */
export const PAGE_CONTROLS: readonly Control[] = [
  {
    promise: 3,
    name: 'a tab of another site is not read',
    file: 'lib/security/pinned-pages.ts',
    source: 'if (isAllowed(tabId, reading.url)) return reading;',
    without: 'if (reading) return reading;',
    test: { file: 'lib/security/security.test.ts', name: 'exclude other sites, even if the browser allows them' },
  },
  {
    promise: 3,
    name: 'a tab that moves while it is read gives nothing',
    file: 'lib/security/pinned-pages.ts',
    source: 'const result = await work();\n    await expectAllowed(tabId);',
    without: 'const result = await work();',
    test: {
      file: 'lib/security/security.test.ts',
      name: 'return nothing from a tab that navigates to another site while it is read: transcript',
    },
  },
  {
    promise: 3,
    name: 'a tab of another site is asked for',
    file: 'lib/security/pinned-pages.ts',
    source: `access.type === 'granted' && !isAllowed(tabId, access.url) ? { type: 'needed' } : access`,
    without: 'access',
    test: { file: 'lib/security/security.test.ts', name: 'exclude other sites, even if the browser allows them' },
  },
  {
    promise: 3,
    name: 'a document of another site is not fetched unasked',
    file: 'lib/security/pinned-pages.ts',
    source: 'isOfRun(url) && (await',
    without: '(await',
    test: {
      file: 'lib/security/security.test.ts',
      name: 'exclude documents of other sites, even if the browser allows fetching them',
    },
  },
  {
    promise: 4,
    name: 'results are masked',
    file: 'lib/agent/context/model-context.ts',
    source: 'const { text } = maskSecrets(resultText(call));',
    without: 'const text = resultText(call);',
    test: { file: 'lib/agent/context/model-context.test.ts', name: 'is masked, in this run and in later ones' },
  },
  {
    promise: 4,
    name: 'the title of the page is masked',
    file: 'lib/agent/context/user-message.ts',
    source:
      'const page = maskSecrets(JSON.stringify({ title: oneLine(run.page.title), url: oneLine(run.page.url) })).text;',
    without: 'const page = JSON.stringify({ title: oneLine(run.page.title), url: oneLine(run.page.url) });',
    test: {
      file: 'lib/agent/context/model-request.test.ts',
      name: 'a secret in the title of the open page is masked',
    },
  },
  {
    promise: 4,
    name: 'the page that goes with a question is masked',
    file: 'lib/agent/context/user-message.ts',
    source: 'const { text } = maskSecrets(context.text);',
    without: 'const { text } = context;',
    test: {
      file: 'lib/agent/context/user-message.test.ts',
      name: 'contains pages (all) with secrets in them masked',
    },
  },
  {
    promise: 4,
    name: 'the title of the page that goes with a question is masked',
    file: 'lib/agent/context/user-message.ts',
    source: 'maskSecrets(JSON.stringify({ title: oneLine(source.title), url: oneLine(source.url) })).text',
    without: 'JSON.stringify({ title: oneLine(source.title), url: oneLine(source.url) })',
    test: {
      file: 'lib/agent/context/user-message.test.ts',
      name: 'contains pages (unchanged) with secrets in them masked',
    },
  },
  {
    promise: 4,
    name: 'a page that a server prepares is masked',
    file: 'lib/agent/context/model-request.ts',
    source: 'maskSecrets(context.text).text',
    without: 'context.text',
    test: {
      file: 'lib/agent/context/user-message.test.ts',
      name: 'contains pages (all) with secrets in them masked',
    },
  },
  {
    promise: 4,
    name: 'the titles of added tabs are masked',
    file: 'lib/agent/context/user-message.ts',
    source: 'maskSecrets(JSON.stringify({ tab_id: tabId, title, url })).text',
    without: 'JSON.stringify({ tab_id: tabId, title, url })',
    test: {
      file: 'lib/agent/context/user-message.test.ts',
      name: 'lists its tabs as data, with secrets in their titles masked',
    },
  },
  {
    promise: 4,
    name: 'results that are the answer are masked',
    file: 'lib/agent/thread/direct-answer.ts',
    source: 'maskSecrets(content).text',
    without: 'content',
    test: {
      file: 'lib/agent/thread/direct-answer.test.ts',
      name: 'a direct answer is masked, since chats are exported and copied',
    },
  },
  {
    promise: 4,
    name: 'what a chat is named after is masked',
    file: 'lib/model-api/client/request-title.ts',
    source: 'maskSecrets(text).text',
    without: 'text',
    test: {
      file: 'lib/model-api/client/request-title.test.ts',
      name: 'secrets in question and answer are masked in a title request',
    },
  },
  {
    promise: 3,
    name: 'data of a page that is the answer is not sent on as words of the assistant',
    file: 'lib/agent/context/model-context.ts',
    source: 'isDirectAnswer(run, index) ? [GIVEN_TURN] : ',
    without: '',
    test: {
      file: 'lib/agent/context/model-context.test.ts',
      name: 'an answer that a result gave is not repeated as words of the assistant',
    },
  },
  {
    promise: 3,
    name: 'data of a page cannot leave its block of code',
    file: 'lib/agent/thread/direct-answer.ts',
    source: "'`'.repeat(longest + 1)",
    without: "'`'.repeat(3)",
    test: {
      file: 'lib/agent/thread/direct-answer.test.ts',
      name: 'a file is a block of code that its text cannot leave',
    },
  },
  {
    promise: 3,
    name: 'a formula in a table does not run in a spreadsheet',
    file: 'lib/page-reader/query/tables.ts',
    source: `FORMULA.test(plain) ? "'" : ''`,
    without: `''`,
    test: { file: 'lib/page-reader/query/tables.test.ts', name: 'has no formula that a spreadsheet would run' },
  },
];
