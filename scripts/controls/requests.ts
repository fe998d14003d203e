import type { Control } from './control.ts';

/** Where requests go, what an answer may load, and what an installation asks for. */
export const REQUEST_CONTROLS: readonly Control[] = [
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
    name: 'an exported HTML file may load nothing',
    file: 'lib/documents/thread-html.ts',
    source: `const POLICY = "default-src 'none'; `,
    without: `const POLICY = "default-src *; `,
    test: {
      file: 'lib/documents/thread-html.test.ts',
      name: 'an HTML file has no scripts, loads nothing, and forbids both',
    },
  },
  {
    promise: 1,
    name: 'HTML in an answer is text in an exported file',
    file: 'lib/documents/markdown-html.ts',
    source: `<p>\${escapeHtml(raw.trim())}</p>`,
    without: `<p>\${raw.trim()}</p>`,
    test: {
      file: 'lib/documents/markdown-html.test.ts',
      name: 'shows a block of HTML as text',
    },
  },
  {
    promise: 1,
    name: 'requests to a model follow no redirect',
    file: 'lib/model-api/client/endpoint-client.ts',
    source: `fetchOptions: { redirect: 'error',`,
    without: 'fetchOptions: {',
    test: { file: 'lib/testing/network-faults/network-faults.test.ts', name: 'N27: nothing follows a redirect (307)' },
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
    name: 'endpoints that the organization does not allow are not asked',
    file: 'lib/contracts/managed-policy.ts',
    source: `  if (policy.disabledFeatures.includes('own-endpoints')) return false;\n`,
    without: '',
    test: {
      file: 'lib/contracts/managed-policy.test.ts',
      name: 'only from the policy where own endpoints are switched off',
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
    promise: 6,
    name: 'no site is granted at the installation',
    file: 'wxt.config.ts',
    source: `...(mode === 'read' ? {`,
    without: `...(mode !== 'e2e' ? {`,
    test: { file: 'scripts/manifest.test.ts', name: 'chrome shows no permission warning at the installation' },
  },
  {
    promise: 1,
    name: 'lengths in a GGUF file are checked',
    file: 'lib/extension/gguf-header.ts',
    source: "    if (at + bytes > this.view.byteLength) throw new GgufError({ type: 'file-cut' });\n",
    without: '',
    test: {
      file: 'lib/extension/gguf-header.test.ts',
      name: 'is refused with numbers that the file cannot hold',
    },
  },
];
