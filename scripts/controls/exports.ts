import type { Control } from './control.ts';

/** What programs do with an answer or a table that they open. */
export const EXPORT_CONTROLS: readonly Control[] = [
  {
    promise: 1,
    name: 'a copied answer has links in place of pictures',
    file: 'lib/documents/markdown-html.ts',
    source: "if (token.type === 'image') pictures.add(token.raw);",
    without: '',
    test: { file: 'lib/documents/markdown-html.test.ts', name: 'has no picture, whatever the answer was' },
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
    file: 'lib/text/csv.ts',
    source: `return FORMULA.test(text) ? \`\${start}'\` : start;`,
    without: 'return start;',
    test: { file: 'lib/page-reader/query/tables.test.ts', name: 'has no formula that a spreadsheet would run' },
  },
  {
    promise: 8,
    name: 'marks of a long paragraph of an answer are matched in pieces of it',
    file: 'lib/documents/markdown/nesting.ts',
    source: 'if (source.length - start <= limit) return source.length;',
    without: 'return source.length;',
    test: {
      file: 'lib/documents/markdown/answer-tokens.test.ts',
      name: 'is read in a time that grows with its length: marks of emphasis that do not fit',
    },
  },
  {
    promise: 1,
    name: 'a fence within a list or a quotation is none that programs draw',
    file: 'lib/documents/thread-markdown.ts',
    source: 'before + fence + sanitizeLanguage(info)',
    without: 'before + fence + info',
    test: {
      file: 'lib/documents/thread-html.test.ts',
      name: 'a fence in a list is one of text',
    },
  },
  {
    promise: 1,
    name: 'a query within a line is none that programs run',
    file: 'lib/documents/thread-markdown.ts',
    source: "(ticks) => ticks.replaceAll('`', '\\\\`')",
    without: '(ticks) => ticks',
    test: {
      file: 'lib/documents/thread-html.test.ts',
      name: 'a container and a query within a line are text',
    },
  },
  {
    promise: 3,
    name: 'a formula in a table that is copied does not run in a spreadsheet',
    file: 'lib/documents/markdown-html.ts',
    source: "if (!hasFormula(text)) return '';",
    without: "if (text !== '') return '';",
    test: {
      file: 'lib/documents/markdown-html.test.ts',
      name: 'is text for a spreadsheet into which it is pasted: `=1+1`',
    },
  },
  {
    promise: 1,
    name: 'a copied answer contains no definition of a link, which no panel shows',
    file: 'lib/documents/drawn-markdown.ts',
    source: "if (token.type === 'def') return '';",
    without: '',
    test: { file: 'lib/documents/drawn-markdown.test.ts', name: 'a copied answer lacks a definition of a link' },
  },
  {
    promise: 1,
    name: 'a copied answer contains no titles and labels of links',
    file: 'lib/documents/drawn-markdown.ts',
    source: "token.type === 'link' || token.type === 'image' ? drawnLink(token) : null",
    without: 'null',
    test: { file: 'lib/documents/drawn-markdown.test.ts', name: 'a copied answer lacks the title of a link' },
  },
  {
    promise: 1,
    name: 'a copied answer contains no entities of characters that are not drawn',
    file: 'lib/documents/markdown-html.ts',
    source: 'return cleanText(html).replace(',
    without: 'return html.replace(',
    test: {
      file: 'lib/documents/markdown-html.test.ts',
      name: 'a copied answer has no characters that are not drawn, even as entities',
    },
  },
];
