import type { Control } from './control.ts';

/** Texts of others that were made to take the time or the memory of the browser. */
export const TIME_BOUND_CONTROLS: readonly Control[] = [
  {
    promise: 8,
    name: 'fields for passwords are looked for in a page in a time that grows with its length',
    file: 'lib/web/read-in-tab.ts',
    source: '/<input\\b[^<>]*\\btype',
    without: '/<input\\b[^>]*\\btype',
    test: {
      file: 'lib/web/slow-pages.test.ts',
      name: 'a text that was made to take time is read in one that grows with its length: fields that do not end, in a page that was opened',
    },
  },
  {
    promise: 8,
    name: 'results of an engine are read in a time that grows with their length',
    file: 'lib/web/search.ts',
    source: '<\\/?[a-z][^<>]*>',
    without: '<\\/?[a-z][^>]*>',
    test: {
      file: 'lib/web/slow-pages.test.ts',
      name: 'a text that was made to take time is read in one that grows with its length: tags that do not end, in the title of a result',
    },
  },
  {
    promise: 8,
    name: 'links on a page of results are read in a time that grows with its length',
    file: 'lib/web/results-page.ts',
    source: '!\\[[^[\\]]*\\]\\([^()]*\\))*)',
    without: '!\\[[^\\]]*\\]\\([^)]*\\))*)',
    test: {
      file: 'lib/web/slow-pages.test.ts',
      name: 'a text that was made to take time is read in one that grows with its length: links that do not end, on a page of results',
    },
  },
  {
    promise: 8,
    name: 'the text of a page is searched in a time that grows with its length',
    file: 'lib/text/markdown-links.ts',
    source: ".replace(/\\]\\([^()\\s]*\\)/g, ']')",
    without: ".replace(/\\]\\([^)\\s]*\\)/g, ']')",
    test: {
      file: 'lib/page-reader/document/slow-texts.test.ts',
      name: 'a text that was made to take time is read in one that grows with its length: links that do not end',
    },
  },
  {
    promise: 8,
    name: 'a note of an answer is read in a time that grows with its length',
    file: 'lib/documents/markdown/footnotes.ts',
    source: '(?: {2}|\\t)[^\\S\\n]*\\S',
    without: '(?: {2,}|\\t)[^\\n]*\\S',
    test: {
      file: 'lib/documents/markdown/answer-tokens.test.ts',
      name: 'is read in a time that grows with its length: a note with a long line of spaces',
    },
  },
  {
    promise: 8,
    name: 'marks of an answer are matched in smaller pieces if much of it is marks',
    file: 'lib/documents/markdown/nesting.ts',
    source: 'const limit = isDense ? MAX_DENSE : MAX_INLINE;',
    without: 'const limit = MAX_INLINE;',
    test: {
      file: 'lib/documents/markdown/answer-tokens.test.ts',
      name: 'is read in smaller pieces if much of it is marks',
    },
  },
  {
    promise: 8,
    name: 'an answer is spoken in a time that grows with its length',
    file: 'components/markdown/spoken-text.ts',
    source: '/^[\\s:|-]+$/.test(line)',
    without: '/^\\s*\\|?[\\s:|-]+\\|?\\s*$/.test(line)',
    test: {
      file: 'components/markdown/spoken-text.test.ts',
      name: 'an answer that was made to take time is spoken in one that grows with its length: a line of spaces, read aloud',
    },
  },
  {
    promise: 8,
    name: 'links of an answer are compared with what was read up to a limit',
    file: 'lib/security/link-risk.ts',
    source: 'return this.#searched <= MAX_SEARCHED;',
    without: 'return true;',
    test: {
      file: 'lib/security/link-risk.test.ts',
      name: 'beyond a limit of searches, addresses that could repeat something are risky',
    },
  },
  {
    promise: 8,
    name: 'code of a page is read in a time that grows with its length',
    file: 'lib/page-reader/dom/source-text.ts',
    source: '.replace(/(?<![ \\t])[ \\t]+$/gm',
    without: '.replace(/[ \\t]+$/gm',
    test: {
      file: 'scripts/slow-texts.test.ts',
      name: 'a text that was made to take time is read in one that grows with its length: code with a long gap',
    },
  },
  {
    promise: 8,
    name: 'the error of a server is searched for keys up to a limit',
    file: 'lib/model-api/errors/redact.ts',
    source: '(?=\\S{0,200}[',
    without: '(?=\\S*[',
    test: {
      file: 'scripts/slow-texts.test.ts',
      name: 'a text that was made to take time is read in one that grows with its length: beginnings of keys in an answer',
    },
  },
  {
    promise: 8,
    name: 'a page reads a document for the extension up to the limit',
    file: 'lib/extension/send.ts',
    source: 'if (length > most) {',
    without: 'if (length < 0) {',
    test: { file: 'lib/extension/fetch-document.test.ts', name: 'is not read beyond 60 MB by the page either' },
  },
  {
    promise: 8,
    name: 'a list of models is read up to its limit',
    file: 'lib/model-api/endpoints/list-models.ts',
    source: 'await readAtMost(response, MAX_LIST)',
    without: 'new Uint8Array(await response.arrayBuffer())',
    test: {
      file: 'lib/model-api/endpoints/list-models.test.ts',
      name: 'a list that does not end is not read to its end',
    },
  },
  {
    promise: 8,
    name: 'a chat from a file is read in a time that grows with its length',
    file: 'lib/storage/import-formats/html-to-markdown.ts',
    source: '[\\w-]*)(?![\\w-])[^<>]*>',
    without: '[\\w-]*)[^<>]*>',
    test: {
      file: 'lib/storage/import-formats/hostile-chats.test.ts',
      name: 'the name of a tag that does not end',
    },
  },
  {
    promise: 8,
    name: 'references in a chat from a file repeat themselves up to a limit',
    file: 'lib/storage/import-formats/chatgpt-text.ts',
    source: 'if (added > room) continue;',
    without: '',
    test: {
      file: 'lib/storage/import-formats/hostile-chats.test.ts',
      name: 'with references that repeat themselves',
    },
  },
  {
    promise: 8,
    name: 'a chat from a file that is too large for the browser is left out',
    file: 'lib/storage/import-formats/foreign-threads.ts',
    source: 'if (!(error instanceof RangeError)) throw error;',
    without: 'throw error;',
    test: {
      file: 'lib/storage/import-formats/hostile-chats.test.ts',
      name: 'does not prevent the others from being imported',
    },
  },
  {
    promise: 8,
    name: 'a ZIP file has as many files as can be listed',
    file: 'lib/storage/import-formats/zip-entries.ts',
    source: "if (count > MAX_ENTRIES) throw new ImportRefused({ code: 'archive-bomb' });",
    without: '',
    test: {
      file: 'lib/storage/import-formats/hostile-chats.test.ts',
      name: 'an archive of more files than an export has is refused before its list is read',
    },
  },
  {
    promise: 8,
    name: 'code of an answer is coloured in a worker that is ended in time',
    file: 'components/markdown/highlighter.ts',
    source: 'const timer = setTimeout(giveUp, TIMEOUT_MS);',
    without: 'const timer = 0;',
    test: {
      file: 'components/markdown/highlighter.test.ts',
      name: 'a block whose colours take too long ends its worker, and the next one gets another',
    },
  },
  {
    promise: 8,
    name: 'a pattern of an MCP server is compared with short arguments alone',
    file: 'lib/mcp/tool-definition.ts',
    source: 'if (JSON.stringify(value).length > MAX_CHECKED) return;',
    without: '',
    test: {
      file: 'lib/mcp/tool-definition.test.ts',
      name: 'leaves long arguments to the server, whose pattern could take minutes for them',
    },
  },
];
