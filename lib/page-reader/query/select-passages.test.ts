import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PageSnapshot } from '../../contracts/page.ts';
import { buildMarkdownBlocks } from '../../testing/page-reader/markdown-blocks.ts';
import { estimateTokens } from '../../text/token-estimate.ts';
import { passageSource, type SentPassages } from './select-passages.ts';

const page = (blocks: string[], more: Partial<PageSnapshot> = {}): PageSnapshot => ({
  url: 'https://harbor.test/guide',
  title: 'Harbor guide',
  language: 'en',
  layout: 'article',
  blocks: buildMarkdownBlocks(...blocks),
  around: [],
  selection: '',
  truncated: false,
  frameKey: '',
  snapshot: 'abc',
  unreadFrames: [],
  pdfPages: null,
  ...more,
});

type Options = { question: string; maxTokens: number; sent: SentPassages | null };

function selectPassages(reading: PageSnapshot, { question, maxTokens, sent }: Options) {
  const source = passageSource(reading, question, sent);
  return { ...source.select(maxTokens), snapshot: source.snapshot };
}

/** What a question with these selections contains of the page. */
const carried = (...all: ReturnType<typeof selectPassages>[]): SentPassages => ({
  snapshot: all.at(-1)?.snapshot ?? '',
  ranges: all.flatMap(({ ranges }) => ranges),
  texts: all.map(({ text }) => text),
});

const filler = (about: string, sentences: number) =>
  Array.from(
    { length: sentences },
    (_, n) => `The ${about} has rule number ${n + 1} for everyone who works there.`,
  ).join(' ');

const LONG = [
  '# Harbor guide',
  'This guide is for crews.',
  '## Opening hours',
  filler('office', 40),
  'The lock closes at 21:40 in winter.',
  '## Fees',
  filler('cashier', 40),
  'A berth costs 18 euros a night.',
  '## Pets',
  filler('kennel', 40),
  'Parrots are welcome on the pier.',
];

describe('a page that fits', () => {
  test('is sent completely, with title and address, and without a cursor', () => {
    const selected = selectPassages(page(['# A', 'One.', 'Two.']), { question: 'What?', maxTokens: 500, sent: null });
    expect(selected).toMatchObject({ selection: 'all', rest: null, passageCount: 3, ranges: [{ from: 0, to: 3 }] });
    expect(selected.text).toBe('Title: Harbor guide\nURL: https://harbor.test/guide\n\n# A\n\nOne.\n\nTwo.');
  });

  test('is not sent again while it is unchanged', () => {
    const reading = page(['# A', 'One.']);
    const first = selectPassages(reading, { question: 'What?', maxTokens: 500, sent: null });
    const again = selectPassages(reading, { question: 'And?', maxTokens: 500, sent: carried(first) });
    expect(again).toMatchObject({ selection: 'unchanged', text: '', ranges: [] });
    const changed = selectPassages(page(['# A', 'One!']), { question: 'And?', maxTokens: 500, sent: carried(first) });
    expect(changed).toMatchObject({ selection: 'all', ranges: [{ from: 0, to: 2 }] });
  });

  test('puts selected text first', () => {
    const { text } = selectPassages(page(['One.', 'Two.'], { selection: 'Two.' }), {
      question: 'This?',
      maxTokens: 500,
      sent: null,
    });
    expect(text.indexOf('Selected by the user:\nTwo.')).toBeLessThan(text.indexOf('One.'));
  });
});

describe('a page that does not fit', () => {
  const ask = (question: string, maxTokens = 700) => selectPassages(page(LONG), { question, maxTokens, sent: null });

  test('sends the outline and the passages that match the question, with their headings and marked gaps', () => {
    const { selection, text, tokens } = ask('How much is a berth?');
    expect(selection).toBe('relevant');
    expect(text).toContain('Outline:\n- S1 Harbor guide');
    expect(text).toContain('## Fees');
    expect(text).toContain('A berth costs 18 euros a night.');
    expect(text).toMatch(/\[… about [\d,]+ tokens left out …\]/);
    expect(text).not.toContain('The kennel has');
    expect(tokens).toBeLessThanOrEqual(700);
  });

  test('covers every section if the question is about the whole page, or shares no word with it', () => {
    for (const question of ['Summarize this page', 'Worum geht es hier?', '总结一下', 'Zebra xylophone?']) {
      const { selection, text } = ask(question, 1_000);
      expect([question, selection]).toEqual([question, 'coverage']);
      for (const heading of ['## Opening hours', '## Fees', '## Pets']) expect(text).toContain(heading);
    }
  });

  test('sends the matching part of the best passage if all of it is too long, and not worse passages in its place', () => {
    const best = `${filler('cashier', 20)} A berth costs 18 euros a night. ${filler('clerk', 20)}`;
    const blocks = [
      '# Harbor guide',
      'A berth is a place for a boat.',
      '## Fees',
      best,
      '## Pets',
      filler('kennel', 40),
    ];
    const reading = page(blocks);
    const { selection, text, tokens, ranges } = selectPassages(reading, {
      question: 'What costs a berth a night?',
      maxTokens: 300,
      sent: null,
    });
    expect(selection).toBe('relevant');
    expect(text).toMatch(
      /## Fees\n\n\[… about \d+ tokens left out …\]\n\nThe cashier[^[]* A berth costs 18 euros a night\./,
    );
    expect(tokens).toBeLessThanOrEqual(300);
    // The rest of it can still be sent with another question.
    expect(ranges.some(({ from, to }) => from <= 3 && 3 < to)).toBe(false);
  });

  test('an excerpt of a table has its header and the row that matches', () => {
    const rows = Array.from({ length: 60 }, (_, n) => `| berth ${n} | ${n} euros |`);
    const table = ['| Berth | Price |', '| --- | --- |', ...rows].join('\n');
    const options = { question: 'What does berth 47 cost?', maxTokens: 200, sent: null };
    const { text } = selectPassages(page(['# Fees', table]), options);
    expect(text).toContain('| Berth | Price |');
    expect(text).toContain('| berth 47 | 47 euros |');
    expect(text).not.toContain('| berth 1 |');
  });

  test('sends only new passages with the next question', () => {
    const first = ask('How much is a berth?');
    const options = { question: 'What are the rules of the kennel?', maxTokens: 700, sent: carried(first) };
    const next = selectPassages(page(LONG), options);
    expect(next.text).toContain('The kennel has rule number 1');
    expect(next.text).not.toContain('A berth costs');
  });

  test('adds the best section and the beginnings of others if few words are shared', () => {
    const sections = Array.from({ length: 40 }, (_, n) => [
      `## Part ${n}`,
      `Chapter ${n} begins. ${filler('crew', 12)}`,
    ]);
    const blocks = ['# Book', ...sections.flat(), '## Whales', 'A whale was seen.', 'It was grey, and 12 metres long.'];
    const { text, tokens } = selectPassages(page(blocks), {
      question: 'Did anybody spot some big whale?',
      maxTokens: 6_000,
      sent: null,
    });
    expect(text).toContain('It was grey, and 12 metres long.');
    expect(text).toContain('Chapter 0 begins.');
    expect(tokens).toBeGreaterThan(1_000);
    expect(tokens).toBeLessThan(2_500);
    const found = selectPassages(page(blocks), { question: 'Where was a whale?', maxTokens: 6_000, sent: null });
    expect(found.text).toContain('It was grey, and 12 metres long.');
    expect(found.text).not.toContain('Chapter 0 begins.');
  });

  test('with little room, omits passages that match much worse than the best one', () => {
    const blocks = [
      '# Harbor guide',
      '## Fees',
      'A berth for a yacht costs 18 euros a night.',
      '## Rules',
      `A night is quiet. ${filler('office', 40)}`,
      '## Kennel',
      filler('kennel', 80),
    ];
    const question = 'What does a berth for a yacht cost a night?';
    const small = selectPassages(page(blocks), { question, maxTokens: 1_000, sent: null });
    expect(small.text).toContain('18 euros');
    expect(small.text).not.toContain('A night is quiet.');
    const more = [...blocks, '## Boats', filler('boat', 200)];
    const large = selectPassages(page(more), { question, maxTokens: 3_000, sent: null });
    expect(large.text).toContain('18 euros');
    expect(large.text).toContain('A night is quiet.');
  });

  test.each([
    ['Chinese', '停泊费是多少？', '停泊一晚的费用是十八欧元。', '码头上欢迎鹦鹉。'],
    ['Japanese', '停泊料はいくらですか。', '停泊料は一泊十八ユーロです。', '桟橋ではオウムを歓迎します。'],
    ['Thai', 'ค่าจอดเรือเท่าไร', 'ค่าจอดเรือคืนละสิบแปดยูโร', 'นกแก้วเข้าได้ที่ท่าเรือ'],
  ])('finds passages in %s', (_language, question, answer, other) => {
    const blocks = ['# A', filler('office', 60), answer, filler('kennel', 60), other];
    const { selection, text } = selectPassages(page(blocks), { question, maxTokens: 300, sent: null });
    expect(selection).toBe('relevant');
    expect(text).toContain(answer);
  });

  test('never divides a block of ordinary length, keeps document order, and stays within its budget', () => {
    const words = fc.array(fc.constantFrom('tide', 'harbor', 'lock', 'berth', 'rope', 'wind'), {
      minLength: 1,
      maxLength: 40,
    });
    const block = fc.oneof(
      { weight: 4, arbitrary: words.map((all) => `${all.join(' ')}.`) },
      { weight: 1, arbitrary: words.map((all) => `## ${all.slice(0, 4).join(' ')}`) },
    );
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 1, maxLength: 40 }),
        words,
        fc.integer({ min: 120, max: 900 }),
        (all, question, maxTokens) => {
          const unique = all.map((text, index) => `${text} <${index}>`);
          const { text, ranges } = selectPassages(page(unique), {
            question: question.join(' '),
            maxTokens,
            sent: null,
          });
          expect(estimateTokens(text)).toBeLessThanOrEqual(maxTokens * 1.15 + 60);
          const body = text.slice(text.indexOf('\n\n') + 2);
          const places = ranges.flatMap(({ from, to }) => unique.slice(from, to)).map((each) => body.lastIndexOf(each));
          expect(places.every((place) => place >= 0)).toBe(true);
          expect(places.toSorted((a, b) => a - b)).toEqual(places);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('only divides a block longer than any part of a request', () => {
    const rows = Array.from({ length: 400 }, (_, n) => `| berth ${n} | ${n} euros |`);
    const table = ['| Berth | Price |', '| --- | --- |', ...rows].join('\n');
    const { text } = selectPassages(page([table]), {
      question: 'What does berth 311 cost?',
      maxTokens: 1_500,
      sent: null,
    });
    expect(text).toContain('| berth 311 | 311 euros |');
  });
});
