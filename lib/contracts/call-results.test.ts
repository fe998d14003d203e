import { describe, expect, test } from 'vitest';
import {
  asked,
  buildThread,
  called,
  gave,
  lastRun,
  runEnd,
  runStart,
  step,
  textDelta,
} from '../testing/agent/scripted-thread.ts';
import { answerSources, citedSources, openedSources } from './call-results.ts';

const TIDES = { number: 1, url: 'https://tides.test/hamburg', title: 'Tide table', texts: [] };
const PILOTS = { number: 2, url: 'https://pilots.test/', title: 'Pilots', texts: [] };
const SOURCES = [TIDES, PILOTS];

/** An answer for which a page was read with this tool. */
function answerWith(toolName: string, url: string) {
  const call = called('a', toolName, { url });
  const result = gave('a', { content: 'Text.', details: { url, title: 'A page' } });
  return lastRun(
    buildThread(asked('q', 'When?'), runStart('r'), ...step('s', ...call), result, textDelta('So.'), runEnd()),
  );
}

describe('the sources to list below an answer', () => {
  const opened = answerWith('open_page', TIDES.url);

  test('are those that its text cites, each once', () => {
    expect(answerSources('So [2] and [2].', opened, SOURCES)).toEqual([PILOTS]);
    expect(answerSources('So [2, 1].', opened, SOURCES)).toEqual([TIDES, PILOTS]);
  });

  test('are those that were opened for it if it cites none', () => {
    expect(answerSources('So it is.', opened, SOURCES)).toEqual([TIDES]);
    expect(answerSources('So it is.', answerWith('look', PILOTS.url), SOURCES)).toEqual([]);
  });

  test('do not have a page that was only read in a tab, also if another answer has opened it', () => {
    expect(openedSources(answerWith('read_page', TIDES.url), SOURCES)).toEqual([]);
  });

  test('do not include a page that is cited without having been opened', () => {
    expect(citedSources('So [3].', SOURCES)).toEqual([]);
  });
});
