import { describe, expect, test } from 'vitest';
import type { Question } from './questions.ts';
import { parseUsageCounts } from './request-meter.ts';
import { judge } from './score.ts';

const stated: Question = {
  page: 'a',
  question: 'What does it cost?',
  answer: [/\b40\b/, /euros/],
  evidence: '40 euros',
};
const notStated: Question = { page: 'a', question: 'How loud is it?', absent: /decibel/ };

describe('an answer to a question the page answers', () => {
  test('is right only if it has everything required', () => {
    expect(judge(stated, 'It costs **40 euros**.')).toBe('right');
    expect(judge(stated, 'It costs 40.')).toBe('wrong');
    expect(judge(stated, 'It costs 140 euros.')).toBe('wrong');
    expect(judge(stated, '')).toBe('wrong');
  });

  test('is not right if it also contains something excluded', () => {
    const question = { ...stated, answer: /monday/i, not: /tuesday/i };
    expect(judge(question, 'On Monday.')).toBe('right');
    expect(judge(question, 'On Monday or Tuesday.')).toBe('wrong');
  });

  test('is an admission if it says that the page has no answer', () => {
    expect(judge(stated, 'The page does not mention a price.')).toBe('admitted');
  });

  test('is right if it expresses doubt next to the right answer', () => {
    expect(judge(stated, 'It costs 40 euros. The page does not mention delivery.')).toBe('right');
  });

  test('is wrong if it only announces a tool call', () => {
    expect(judge(stated, 'I will read the page first and then answer.')).toBe('wrong');
  });
});

describe('an answer to a question the page does not answer', () => {
  test.each([
    'Say that the page does not say.',
    'Answer only from this, or say that the page does not say.',
    'Noise is 40 dB, or say that the text does not mention it.',
  ])('is wrong if it repeats what was asked of the model: %s', (answer) => {
    expect(judge(notStated, answer)).toBe('wrong');
  });

  test.each([
    'The page does not say how loud it is.',
    'The page doesn’t provide any information about noise.',
    'The noise level is not specified.',
    'There is no information about this on the page.',
    'I cannot determine that from the text.',
    'The provided text does not explicitly state the noise level.',
    'La página no menciona el precio.',
    'No se indica cuánto cuesta.',
    'La page ne précise pas le prix.',
    'A página não informa o preço.',
    'Das ist auf der Seite nicht angegeben.',
    'На странице не указано, сколько это стоит.',
    '页面没有提到价格。',
    '文中未提及。',
    'ページには記載されていません。',
    'لا تذكر الصفحة وجود موقف.',
    'لا توجد معلومات عن ذلك.',
  ])('is right if it says so: %s', (answer) => {
    expect(judge(notStated, answer)).toBe('right');
  });

  test.each([
    'It reaches 62 decibels.',
    'No, it is silent.',
    'The boats do not provide Wi-Fi.',
    'No, there is no Wi-Fi on the boats.',
    'لا، لا يوجد موقف للسيارات.',
    'لا تحتوي الورشة على موقف.',
    'No, no cuesta nada.',
    '我们没有提供打印。',
    '',
  ])('is wrong if it claims something: %s', (answer) => {
    expect(judge(notStated, answer)).toBe('wrong');
  });

  test.each([
    'I’m sorry, but I can’t access web pages.',
    'As an AI I do not have direct access to your browser.',
    'Please provide the text of the page.',
  ])('is not right if it could not see the page: %s', (answer) => {
    expect(judge(notStated, answer)).toBe('admitted');
  });
});

describe('the counts of a response', () => {
  test("are those of llama.cpp's timings if sent", () => {
    const reply =
      'data: {"choices":[]}\n\ndata: {"usage":{"prompt_tokens":900},"timings":{"prompt_n":120}}\n\ndata: [DONE]\n';
    expect(parseUsageCounts(reply)).toEqual({ promptTokens: 900, processed: 120 });
  });

  test('leave out cached tokens if only usage is sent', () => {
    const reply = 'data: {"usage":{"prompt_tokens":900,"prompt_tokens_details":{"cached_tokens":600}}}\n\n';
    expect(parseUsageCounts(reply)).toEqual({ promptTokens: 900, processed: 300 });
  });

  test('are null if the server does not report processed tokens', () => {
    expect(parseUsageCounts('data: {"usage":{"prompt_tokens":900}}\n\n')).toEqual({
      promptTokens: 900,
      processed: null,
    });
  });
});
