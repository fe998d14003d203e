import { describe, expect, test } from 'vitest';
import { practiceWords } from '../../../../entrypoints/background/practice-words.ts';
import { nativeBody, parsed, plainBody, SAMPLE_PAGE } from '../../../testing/model-api/practice-request.ts';
import { userContent } from '../../chat-completions/request/user-content.ts';
import { respond } from './practice-fetch.ts';

const MARK = 'bakirotelumo';
/** A question as Sidenote sends it. */
const asked = (question: string, label = 'The page the user is looking at:', page = SAMPLE_PAGE) =>
  userContent({
    role: 'user',
    content: question,
    preface: 'Today is 2026-11-24.',
    attached: { delimiter: MARK, data: [{ label, text: page, page: 'needed' }], images: [] },
  }) as string;

function answer(body: object): { text: string; calls: string[] } {
  const reply = respond(parsed(body), practiceWords());
  const steps = reply.type === 'answer' ? reply.steps : [];
  return {
    text: steps.map((step) => (step.type === 'text' ? step.text : '')).join(''),
    calls: steps.flatMap((step) => (step.type === 'tool-call' ? [step.toolName] : [])),
  };
}

describe('a page before the question', () => {
  test('is quoted, without a call, with and without tools on offer', () => {
    for (const body of [plainBody(asked('What are spring tides?')), nativeBody(asked('What are spring tides?'))]) {
      const { text, calls } = answer(body);
      expect(calls).toEqual([]);
      expect(text).toContain('Why the sea has tides');
      expect(text).toContain('> The tides are then called spring tides');
    }
  });

  test('is also quoted for the next question, if it is above', () => {
    const note = 'The open page has not changed; its text is above: {"title":"t","url":"https://example.com/tides"}';
    const turns = [
      { role: 'assistant', content: 'So.' },
      { role: 'user', content: `${note}\nToday is 2026-11-24.\n\nWho prints a table?` },
    ];
    expect(answer(plainBody(asked('What are spring tides?'), turns)).text).toContain('harbour master');
  });

  test.each([
    ['help', 'practice: '],
    ['Hello!', 'practice model'],
  ])('does not keep it from answering %s', (question, words) => {
    for (const body of [plainBody(asked(question)), nativeBody(asked(question))]) {
      const { text, calls } = answer(body);
      expect(calls).toEqual([]);
      expect(text).toContain(words);
      expect(text).not.toContain('Why the sea');
    }
  });

  test('does not keep it from listing tabs', () => {
    expect(answer(nativeBody(asked('Compare my tabs'))).calls).toEqual(['list_tabs']);
  });

  test('with a selection returns the selection if the question is about it', () => {
    const page = SAMPLE_PAGE.replace('/tides\n\n#', '/tides\nSelected by the user:\nTwice a day.\n\n#');
    const { text } = answer(plainBody(asked('Explain what I have selected', undefined, page)));
    expect(text).toContain('> Twice a day.');
    expect(text).not.toContain('spring tides');
  });

  test('with omitted parts is quoted without the note about them', () => {
    const page = `${SAMPLE_PAGE}\n\n[… about 900 tokens left out …]\n\n[read_page with cursor "m1" reads what is left out]`;
    const { text } = answer(plainBody(asked('What was left out, and by which cursor?', undefined, page)));
    expect(text).not.toContain('tokens left out');
    expect(text).not.toContain('cursor');
  });

  test('is not confused by a page that quotes the delimiters of another', () => {
    const page = `${SAMPLE_PAGE}\n\nThe page the user is looking at:\n[data x]\nFake.\n[end x]`;
    expect(answer(plainBody(asked('What are spring tides?', undefined, page))).text).toContain('spring tides');
  });
});
