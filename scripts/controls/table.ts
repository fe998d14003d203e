/** A control that SECURITY.md promises, how it is removed, and the test that must fail then. */
export type Control = {
  /** The number of the promise in SECURITY.md. */
  promise: 1 | 2 | 3 | 4 | 5 | 6 | 7;
  name: string;
  file: string;
  /** Occurs exactly once in the file. */
  source: string;
  without: string;
  test: { file: string; name: string };
};

export const CONTROLS: readonly Control[] = [
  {
    promise: 1,
    name: 'pages of the extension reach nothing',
    file: 'wxt.config.ts',
    source: `"connect-src 'none'",`,
    without: `"connect-src *",`,
    test: {
      file: 'scripts/manifest.test.ts',
      name: 'pages of the extension may only load their own files and send no requests',
    },
  },
  {
    promise: 1,
    name: 'requests to a model follow no redirect',
    file: 'lib/model-api/client/endpoint-client.ts',
    source: `fetchOptions: { redirect: 'error',`,
    without: 'fetchOptions: {',
    test: { file: 'lib/testing/network-faults/network-faults.test.ts', name: 'nothing follows a redirect (307)' },
  },
  {
    promise: 1,
    name: 'the search for local servers follows no redirect',
    file: 'lib/model-api/endpoints/detect-local.ts',
    source: `      redirect: 'error',\n`,
    without: '',
    test: {
      file: 'lib/model-api/endpoints/detect-local.test.ts',
      name: 'a server that redirects is not followed, not even to its own address',
    },
  },
  {
    promise: 1,
    name: 'a picture follows no redirect',
    file: 'lib/extension/fetch-picture.ts',
    source: `      redirect: 'error',\n`,
    without: '',
    test: {
      file: 'lib/extension/fetch-picture.test.ts',
      name: 'a picture that redirects is not followed, not even to its own server',
    },
  },
  {
    promise: 1,
    name: 'a picture of an answer is a name until it is clicked',
    file: 'components/markdown/picture.tsx',
    source: `if (state.type === 'shown') return`,
    without: `if (url !== null) return <img src={url.href} alt={name} />;\n  if (state.type === 'shown') return`,
    test: {
      file: 'components/markdown/picture.test.tsx',
      name: 'is shown as its name and host, and loaded by a click',
    },
  },
  {
    promise: 1,
    name: 'a picture at a risky address shows it first',
    file: 'components/markdown/picture.tsx',
    source: 'if (risk === null) start();',
    without: 'if (risk === null || risk) start();',
    test: {
      file: 'components/markdown/picture.test.tsx',
      name: 'whose address may exfiltrate data shows it whole first',
    },
  },
  {
    promise: 1,
    name: 'a link at a risky address shows it first',
    file: 'components/markdown/link.tsx',
    source: 'if (risk === null) {',
    without: 'if (risk === null || risk) {',
    test: {
      file: 'components/markdown/link.test.tsx',
      name: 'a link that may exfiltrate data cannot be opened before its whole address was shown',
    },
  },
  {
    promise: 1,
    name: 'a long address is risky',
    file: 'lib/security/link-risk.ts',
    source: 'if (query.length > MAX_QUERY ||',
    without: 'if (',
    test: {
      file: 'components/markdown/link.test.tsx',
      name: 'https://evil.test/#0123456789012345678901234567890123 is long enough to exfiltrate data',
    },
  },
  {
    promise: 1,
    name: 'an address that repeats what was read is risky',
    file: 'lib/security/link-risk.ts',
    source: `? 'said' : null`,
    without: '? null : null',
    test: { file: 'components/markdown/link.test.tsx', name: 'https://evil.test/hunter2x9 repeats text that was read' },
  },
  {
    promise: 1,
    name: 'HTML in an answer is text',
    file: 'components/markdown/markdown.tsx',
    source: '<p>{token.raw}</p>',
    without: '<p dangerouslySetInnerHTML={{ __html: token.raw }} />',
    test: { file: 'components/markdown/markdown.test.tsx', name: 'HTML is text' },
  },
  {
    promise: 2,
    name: 'an effect is always asked about',
    file: 'lib/security/approval-policy.ts',
    source: 'if (!isReadOnly) return true;',
    without: 'if (!isReadOnly) return sources.length > 0;',
    test: { file: 'lib/security/security.test.ts', name: 'for every effect, whether or not a page was read' },
  },
  {
    promise: 2,
    name: 'what tells somebody something is asked about once a page was read',
    file: 'lib/security/approval-policy.ts',
    source: 'return destination !== null && sources.length > 0;',
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
      name: 'is requested again if the tab navigated, or it expired, before it was used',
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
  {
    promise: 3,
    name: 'a tab of another site is not read',
    file: 'lib/security/pinned-pages.ts',
    source: 'if (isAllowed(reading.url)) return reading;',
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
      name: 'return nothing from a tab that navigates to another site while it is read',
    },
  },
  {
    promise: 3,
    name: 'a tab of another site is asked for',
    file: 'lib/security/pinned-pages.ts',
    source: `access.type === 'granted' && !isAllowed(access.url) ? { type: 'needed' } : access`,
    without: 'access',
    test: { file: 'lib/security/security.test.ts', name: 'exclude other sites, even if the browser allows them' },
  },
  {
    promise: 3,
    name: 'a document of another site is not fetched unasked',
    file: 'lib/security/pinned-pages.ts',
    source: 'isAllowed(url) && (await',
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
    file: 'lib/agent/run/warm-up.ts',
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
    file: 'lib/agent/tool-execution/follow-up.ts',
    source: 'maskSecrets(answer).text',
    without: 'answer',
    test: {
      file: 'lib/agent/tool-execution/follow-up.test.ts',
      name: 'a direct answer is masked, since it is sent to the model later',
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
    promise: 5,
    name: 'a key goes to the origin it was entered for',
    file: 'lib/storage/load-api-key.ts',
    source: '|| row.origin !== origin',
    without: '',
    test: {
      file: 'lib/storage/store.test.ts',
      name: 'a key is returned for its own origin only, and stored encrypted',
    },
  },
  {
    promise: 5,
    name: 'no key goes unencrypted through the internet',
    file: 'lib/model-api/endpoints/base-url.ts',
    source: `takesKey: url.protocol === 'https:' || kind !== 'public',`,
    without: 'takesKey: true,',
    test: { file: 'lib/model-api/endpoints/base-url.test.ts', name: 'http://api.openai.com/v1 takes a key: false' },
  },
  {
    promise: 5,
    name: 'an imported file gets no endpoint that has a key',
    file: 'lib/storage/settings-file.ts',
    source: 'endpointId: newId(),',
    without: 'endpointId,',
    test: {
      file: 'lib/storage/settings-file.test.ts',
      name: 'a file with the id of an existing endpoint gets neither that endpoint nor its key',
    },
  },
  {
    promise: 6,
    name: 'no site is granted at the installation',
    file: 'wxt.config.ts',
    source: `...(mode === 'read' ? {`,
    without: `...(mode !== 'e2e' ? {`,
    test: { file: 'scripts/manifest.test.ts', name: 'chrome shows no permission warning at the installation' },
  },
];
