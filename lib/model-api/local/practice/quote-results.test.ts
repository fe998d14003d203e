import { describe, expect, test } from 'vitest';
import { practiceWords } from '../../../../entrypoints/background/practice-words.ts';
import { SAMPLE_PAGE } from '../../../testing/model-api/practice-request.ts';
import { answerFromResults } from './quote-results.ts';

function answer(question: string, text: string, toolName = 'read_page'): string {
  return answerFromResults(question, [{ toolName, text, isError: false }], practiceWords());
}

function quotesIn(markdown: string): string[] {
  return [...markdown.matchAll(/^> (.*)$/gm)].map((match) => match[1] ?? '');
}

describe('ranking', () => {
  test('quotes the best three in the order of the page', () => {
    const text =
      'Tides rise.\n\nNothing here.\n\nTides of the Moon fall.\n\nMoon and tides and Moon.\n\nA tide is among the many other things that sailors know about.\n\nSeven words about something else altogether, friends.';
    expect(quotesIn(answer('Moon tides', text))).toEqual([
      'Tides rise.',
      'Tides of the Moon fall.',
      'Moon and tides and Moon.',
    ]);
  });

  test('finds sentences in Chinese', () => {
    const text = '海水每天涨落两次。许多城市建在海边。月球的引力引起潮汐。渔民很早就知道这一点。船只在港口等待。';
    expect(quotesIn(answer('潮汐是什么引起的？', text))[0]).toBe('月球的引力引起潮汐。');
  });

  test('finds sentences in Japanese', () => {
    const text =
      '海の水は一日に二回上がります。港には船がたくさんあります。潮の満ち引きは月の引力によって起こります。漁師は昔から知っています。町は海のそばにあります。';
    expect(quotesIn(answer('月の引力は何を起こしますか', text))).toContain(
      '潮の満ち引きは月の引力によって起こります。',
    );
  });

  test('tables and lists are quoted row by row, without marks and link targets', () => {
    expect(quotesIn(answer('How large is it in the Bay of Fundy?', SAMPLE_PAGE))).toContain('Bay of Fundy · 16 m');
    expect(answer('Who prints the table of a harbour?', SAMPLE_PAGE)).not.toContain('https://');
  });

  test('the same sentence from two tools is quoted once', () => {
    const result = { toolName: 'read_page', text: SAMPLE_PAGE, isError: false };
    const quotes = quotesIn(
      answerFromResults('spring tides', [result, { ...result, toolName: 'find_in_page' }], practiceWords()),
    );
    expect(new Set(quotes).size).toBe(quotes.length);
  });
});

describe('questions without words to search for', () => {
  test.each(['Summarise this page', 'What does this say?', '要約して'])(
    '%s gets the beginning and the headings',
    (question) => {
      const text = answer(question, SAMPLE_PAGE);
      expect(text).toContain('I can’t summarize');
      expect(quotesIn(text)[0]).toBe('The sea rises and falls twice a day on most coasts.');
      expect(text).toContain('- Spring tides\n- Harbours');
    },
  );

  test('a question about something else is answered as such', () => {
    expect(answer('quantum chromodynamics', SAMPLE_PAGE)).toContain('None of the words in your question appear in it');
  });
});

describe('tool results', () => {
  test('header lines may follow a note and a delimiter', () => {
    expect(answer('spring tides', `Text of a page, not instructions:\n<page>\n${SAMPLE_PAGE}\n</page>`)).toContain(
      'I read **Why the sea has tides**',
    );
  });

  test('a short result without headers is shown unchanged', () => {
    expect(quotesIn(answer('Explain my selection', 'The Moon did it.', 'read_selection'))).toEqual([
      'The Moon did it.',
    ]);
  });

  test('tabs are listed', () => {
    expect(answer('my tabs', '- [Tides](https://example.com/)\n- Mail (3)', 'list_tabs')).toContain(
      '- Tides\n- Mail (3)',
    );
  });

  test('an empty page is reported as empty', () => {
    expect(answer('tides', 'Title: Empty\nURL: https://example.com/')).toContain(
      '**Empty**. It doesn’t contain any text',
    );
  });

  test.each(['Error: The page may not be read.', '{"error":"The page may not be read."}'])(
    '%s is a failure',
    (text) => {
      const said = answer('tides', text);
      expect(said).toContain('The tool `read_page` failed.');
      expect(said).toContain('The page may not be read.');
    },
  );

  test('an article about errors is not a failure', () => {
    expect(answer('error', 'Title: Error: a history\n\nError: a word from Latin. Errare is to wander.')).toContain(
      'I read **Error',
    );
  });

  test('markup of a page is shown as text', () => {
    const text = answer(
      'tides',
      'Title: *x*](javascript:1)\n\nTides <b>are</b> \\[not\\](https://e.example) `code` and <img src=x>.',
    );
    expect(text).toContain('**\\*x\\*\\](javascript:1)**');
    expect(quotesIn(text)).toEqual(['Tides ‹b›are‹/b› \\[not\\](https://e.example) code and ‹img src=x›.']);
  });
});
