import type { Control } from './control.ts';

/** What a loaded page can do to the reader, and what an answer can do to the panel. */
export const LOADED_PAGE_CONTROLS: readonly Control[] = [
  {
    promise: 8,
    name: 'a picture has as many pixels as can be decoded',
    file: 'lib/extension/pictures.ts',
    source: "if (!isDecodable(bytes, pictureType(bytes))) throw new RangeError('Not a picture that can be decoded.');",
    without: '',
    test: {
      file: 'lib/extension/pictures.test.ts',
      name: 'a picture of more pixels than fit into memory is not decoded',
    },
  },
  {
    promise: 8,
    name: 'a body is read up to its limit, whatever it unpacks to',
    file: 'lib/control-flow/read-at-most.ts',
    source: 'if (length > most) {',
    without: 'if (length < 0) {',
    test: {
      file: 'lib/control-flow/read-at-most.test.ts',
      name: 'a body is read up to its limit, and then cancelled',
    },
  },
  {
    promise: 8,
    name: 'a refusal is read up to its limit',
    file: 'lib/model-api/client/body-text.ts',
    source: 'readAtMost(response, MAX_REFUSAL)',
    without: 'readAtMost(response, Number.POSITIVE_INFINITY)',
    test: {
      file: 'lib/model-api/client/body-text.test.ts',
      name: 'a refusal that is too long is known by its status alone',
    },
  },
  {
    promise: 8,
    name: 'macros of a formula make no endless one of it',
    file: 'lib/documents/math-ml.ts',
    source:
      "return plain.includes('#') || plain.length > WITH_DEFINITIONS.maxLength ? null : WITH_DEFINITIONS.maxExpansions;",
    without: 'return MAX_EXPANSIONS;',
    test: {
      file: 'components/markdown/math-text.test.tsx',
      name: 'whose macros repeat their argument stays as source',
    },
  },
  {
    promise: 8,
    name: 'commands of a formula that double their arguments are not in each other',
    file: 'lib/documents/math-ml.ts',
    source: 'if (doubled > DOUBLED.most || (doubled > 1 && tex.length > DOUBLED.maxLength)) return null;',
    without: '',
    test: {
      file: 'components/markdown/math-text.test.tsx',
      name: 'with targets of a cancellation in each other stays as source',
    },
  },
  {
    promise: 8,
    name: 'a diagram has as many parts as can be laid out',
    file: 'components/markdown/layered-layout.ts',
    source: "if (countParts(graph) > MAX_PARTS) throw new RangeError('Too many parts.');",
    without: '',
    test: {
      file: 'components/markdown/draw-diagram.test.ts',
      name: 'a diagram of more edges or groups than can be laid out in time is not drawn',
    },
  },
  {
    promise: 1,
    name: 'a reference in a formula leads nowhere in the panel',
    file: 'lib/documents/math-ml.ts',
    source: "element.removeAttribute('href');",
    without: '',
    test: { file: 'components/markdown/math-text.test.tsx', name: 'has no id and leads nowhere' },
  },
  {
    promise: 8,
    name: 'a loaded page has a bounded number of elements',
    file: 'lib/page-reader/html/bound-page.ts',
    source: 'if (elements > LIMITS.elements) {',
    without: 'if (elements < 0) {',
    test: { file: 'lib/page-reader/html/bound-page.test.ts', name: 'are at most 20,000, and the first ones stay' },
  },
  {
    promise: 8,
    name: 'styles of a loaded page are compared with each element once or twice',
    file: 'lib/page-reader/html/bound-styles.ts',
    source: 'isPlainSelector(selectorText) ? plainDeclarations(style)',
    without: "selectorText !== '' ? plainDeclarations(style)",
    test: {
      file: 'lib/page-reader/html/bound-page.test.ts',
      name: 'are left out where they cost more than a comparison or two an element, or load something: .a:has(.b .c){display:none}',
    },
  },
  {
    promise: 8,
    name: 'a loaded page has as many rules as its elements allow',
    file: 'lib/page-reader/html/bound-styles.ts',
    source: 'return this.#comparisons >= 0;',
    without: 'return true;',
    test: {
      file: 'lib/page-reader/html/bound-page.test.ts',
      name: 'have as many rules as the number and depth of elements allow',
    },
  },
  {
    promise: 8,
    name: 'a loaded page is cut where too many elements are open',
    file: 'lib/page-reader/html/cut-open-tags.ts',
    source: 'if (all > LIMITS.open || formatting > LIMITS.formatting)',
    without: 'if (all < 0)',
    test: {
      file: 'lib/page-reader/html/cut-open-tags.test.ts',
      name: 'is cut where too many elements whose ends stand in values are open',
    },
  },
  {
    promise: 8,
    name: 'what shadow roots of a loaded page hold is looked through, too',
    file: 'lib/page-reader/html/bound-page.ts',
    source: '  flattenShadowRoots(document);\n',
    without: '',
    test: {
      file: 'lib/page-reader/html/bound-page.test.ts',
      name: 'are those of shadow roots, too, in the places where they are seen',
    },
  },
  {
    promise: 8,
    name: 'a page that was opened keeps nothing that loads or runs',
    file: 'lib/page-reader/html/inert-html.ts',
    source: 'for (const element of document.querySelectorAll(ACTIVE)) element.remove();',
    without: '',
    test: {
      file: 'lib/page-reader/html/inert-html.test.ts',
      name: 'what runs, loads, embeds or leads elsewhere is taken out',
    },
  },
  {
    promise: 8,
    name: 'what an answer nests is bounded',
    file: 'lib/documents/markdown/nesting.ts',
    source: 'depth >= MAX_DEPTH && isNesting(token)',
    without: 'depth < 0',
    test: {
      file: 'lib/documents/markdown/answer-tokens.test.ts',
      name: 'is text: emphasis',
    },
  },
];
