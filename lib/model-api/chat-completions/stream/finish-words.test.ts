import { describe, expect, test } from 'vitest';
import { joinFinish, readFinishWord } from './finish-words.ts';

describe('the finish reason of an answer (quirk: finish-other-words)', () => {
  test.each([
    ['stop', 'stop'],
    ['FINISH_REASON_STOP', 'stop'],
    ['endTurn', 'end-turn', 'EOS', '<|im_end|>', '</s>', 'stop'],
    ['toolUse', 'tool-calls', 'FunctionCall', 'tool-calls'],
    ['MaxTokens', 'max output tokens', 'finish_reason_length', 'length'],
    ['ContentFiltered', 'SAFETY', 'guardrail-intervened', 'content-filter'],
    ['Engine Error', 'cancelled', 'terminated', 'MALFORMED_FUNCTION_CALL', 'error'],
  ])('in any case and with any separator: %s', (...words) => {
    const meaning = words.pop();
    expect(words.map(readFinishWord)).toEqual(words.map(() => meaning));
  });

  test('is in an object in some interfaces', () => {
    expect(readFinishWord({ type: 'max_tokens' })).toBe('length');
    expect(readFinishWord({ reason: 'eos' })).toBe('stop');
  });

  test.each(['', 'null', 'None', 'FINISH_REASON_UNSPECIFIED', 'in_progress', null, 3, []])(
    '%j is no end yet',
    (word) => {
      expect(readFinishWord(word)).toBeNull();
    },
  );

  test('is, if it is unknown, an incomplete answer with the reason, never a complete one', () => {
    expect(readFinishWord('upstream_connect_failure')).toBe('error');
    expect(readFinishWord('our_moderation_layer')).toBe('content-filter');
    expect(readFinishWord('context_budget_exhausted')).toBe('length');
    expect(readFinishWord('stopped_happily')).toBe('other');
  });
});

test('of two words of one answer the later counts only if it says that the answer was cut off (quirk: finish-repeated)', () => {
  expect(joinFinish(null, 'stop')).toBe('stop');
  expect(joinFinish('tool-calls', 'stop')).toBe('tool-calls');
  expect(joinFinish('stop', 'length')).toBe('length');
  expect(joinFinish('length', 'stop')).toBe('length');
});
