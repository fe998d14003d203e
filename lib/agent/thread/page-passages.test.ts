import { describe, expect, test } from 'vitest';
import type { AnswerCheck, FactPlace, ReadPlace } from '../../contracts/index.ts';
import { asked, buildThread, runEnd, runStart, step, textDelta } from '../../testing/agent/scripted-thread.ts';
import { isPlaceInTab, listFactPassages } from './page-passages.ts';

const page = { title: 'Tides', url: 'https://example.org/tides' };
const tab = { tabId: 1, url: 'https://example.org/other#top' };
const source = { number: 2, url: 'https://harbor.test/a', title: 'Harbor', texts: [] };

const thread = buildThread(
  asked('q', 'Why?'),
  runStart('r', { page }),
  ...step('r:0', textDelta('So.')),
  runEnd(),
  asked('q2', 'Why else?'),
  runStart('r2', { page }),
  ...step('r2:0', textDelta('So.')),
  runEnd(),
);

const ofRun: ReadPlace = { type: 'page', runId: 'r' };
const place = (text: string, where: ReadPlace = ofRun): FactPlace => ({
  text,
  before: '',
  after: '',
  title: '',
  place: where,
});
const check = (...facts: FactPlace[][]): AnswerCheck => ({
  parts: [],
  citations: [],
  isOfPage: true,
  facts: facts.map((places) => ({ part: 0, start: 0, end: 1, text: 'x', state: 'found', places })),
});

describe('a place', () => {
  test('of a run is in its tab while that shows a site the run may read', () => {
    expect(isPlaceInTab(ofRun, thread, [], tab)).toBe(true);
    expect(isPlaceInTab(ofRun, thread, [], { ...tab, tabId: 2 })).toBe(false);
    expect(isPlaceInTab(ofRun, thread, [], { ...tab, url: 'https://bank.test/' })).toBe(false);
    expect(isPlaceInTab(ofRun, thread, [], { ...tab, url: '' })).toBe(false);
    expect(isPlaceInTab({ type: 'page', runId: 'gone' }, thread, [], tab)).toBe(false);
  });

  test('of an imported chat is in no tab', () => {
    expect(isPlaceInTab(ofRun, { ...thread, imported: new Set(['r']) }, [], tab)).toBe(false);
  });

  test('of a source is in a tab with exactly that page', () => {
    const where: ReadPlace = { type: 'web', number: 2 };
    expect(isPlaceInTab(where, thread, [source], { tabId: 7, url: 'https://harbor.test/a#part' })).toBe(true);
    expect(isPlaceInTab(where, thread, [source], { tabId: 7, url: 'https://harbor.test/b' })).toBe(false);
    expect(isPlaceInTab(where, thread, [], { tabId: 7, url: 'https://harbor.test/a' })).toBe(false);
  });

  test('in the user’s words or elsewhere is not in any tab', () => {
    expect(isPlaceInTab({ type: 'user' }, thread, [], tab)).toBe(false);
    expect(isPlaceInTab({ type: 'other' }, thread, [], tab)).toBe(false);
  });
});

describe('the passages of the facts on a page', () => {
  test('are listed once, with all facts that are in them, of the newest answer first', () => {
    const checks = new Map([
      ['r', check([place('Two.')], [place('One.'), place('Two.')])],
      ['r2', check([place('Three.')], [place('My words.', { type: 'user' })], [place('One.')])],
    ]);
    expect(listFactPassages(checks, thread, [], tab)).toEqual({
      passages: [place('Three.'), place('One.'), place('Two.')].map(({ text, before, after }) => ({
        text,
        before,
        after,
      })),
      facts: [
        [{ messageId: 'r2', fact: 0 }],
        [
          { messageId: 'r2', fact: 2 },
          { messageId: 'r', fact: 1 },
        ],
        [
          { messageId: 'r', fact: 0 },
          { messageId: 'r', fact: 1 },
        ],
      ],
    });
  });

  test('are empty next to another page, and at most as many as the page accepts', () => {
    const many = Array.from({ length: 500 }, (_, index) => [place(`Sentence ${index}.`)]);
    const checks = new Map([['r', check(...many)]]);
    expect(listFactPassages(checks, thread, [], { ...tab, tabId: 2 }).passages).toEqual([]);
    expect(listFactPassages(checks, thread, [], tab).passages).toHaveLength(400);
  });
});
