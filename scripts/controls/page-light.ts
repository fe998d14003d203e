import type { Control } from './control.ts';

/** What the highlights between page and panel may do, and where. */
export const PAGE_LIGHT_CONTROLS: readonly Control[] = [
  {
    promise: 2,
    name: 'what a page answers about the pointer is one of the passages of the answer',
    file: 'lib/extension/page-highlight.ts',
    source: 'pointed !== null && pointed < this.#passages.length ? pointed : null',
    without: 'pointed',
    test: { file: 'scripts/attack/page-light.test.ts', name: 'lights up nothing: a number that is not one of them' },
  },
  {
    promise: 2,
    name: 'what a page answers about the pointer has the form that is expected',
    file: 'lib/extension/page-highlight.ts',
    source: 'return HighlightAnswer.parse(injection?.result);',
    without: 'return injection?.result as HighlightAnswer;',
    test: { file: 'scripts/attack/page-light.test.ts', name: 'lights up nothing: a number as text' },
  },
  {
    promise: 2,
    name: 'a script of a page moves no pointer',
    file: 'lib/page-highlight/highlight-session.ts',
    source: '!event.isTrusted || ',
    without: '',
    test: { file: 'lib/page-highlight/highlight-requests.test.ts', name: 'of a script of the page is not reported' },
  },
  {
    promise: 3,
    name: 'text that was read lights up only on a site that its answer may read',
    file: 'lib/agent/thread/page-passages.ts',
    source: "return allowedSites(run).has(parseOrigin(tab.url) ?? '');",
    without: 'return true;',
    test: {
      file: 'lib/agent/thread/page-passages.test.ts',
      name: 'of a run is in its tab while that shows a site the run may read',
    },
  },
  {
    promise: 3,
    name: 'an imported chat lights up nothing in a tab that it names',
    file: 'lib/agent/thread/page-passages.ts',
    source: ' || imported.has(place.runId)',
    without: '',
    test: { file: 'lib/agent/thread/page-passages.test.ts', name: 'of an imported chat is in no tab' },
  },
  {
    promise: 3,
    name: 'a tab that moves to another site gets no text of an answer',
    file: 'lib/page-highlight/highlight-requests.ts',
    source: "request.origin !== '' && request.origin !== ownOrigin()",
    without: 'request.origin === undefined',
    test: {
      file: 'lib/page-highlight/highlight-requests.test.ts',
      name: 'a document of another site than the one that is meant gets no session',
    },
  },
];
