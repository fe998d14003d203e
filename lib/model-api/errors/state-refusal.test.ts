import { describe, expect, test } from 'vitest';
import { refusedState } from './state-refusal.ts';

describe('a refusal of provider state', () => {
  test.each([
    'messages.5.content.2: Invalid `signature` in `thinking` block',
    'messages.1.content.0.thinking.signature: Field required',
    'messages.3.content.1: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.',
    'messages.1.content.0: Invalid `data` in `redacted_thinking` block',
    'The encrypted content gAAA...Kg== could not be verified. Reason: it could not be decrypted or parsed.',
    "Item 'rs_0a1b2c' of type 'reasoning' was provided without its required following item.",
    "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_0a1b2c'.",
    "Item with id 'rs_0a1b2c' not found. Items are not persisted when `store` is set to false.",
    'Thought signature is not valid.',
    'Invalid thought_signature in functionCall part',
    'Corrupted thought signature.',
    'reasoning_details: the signature of entry 0 does not match. Verification failed',
    "Bad request (code: 'invalid_encrypted_content')",
  ])('%s', (text) => {
    expect(refusedState(text)).not.toBeNull();
  });

  test.each([
    'Function call is missing a thought_signature in functionCall parts.',
    'Encrypted content is not supported with this model.',
    'The request signature we calculated does not match the signature you provided. Check your key.',
    'messages.1.reasoning_details: Extra inputs are not permitted',
    'The `reasoning_content` in the thinking mode must be passed back to the API.',
    'Invalid JWT signature.',
    'Invalid value for temperature',
    'thinking is not supported for this model',
    'messages.1.content.0: Invalid image',
    'The model does not exist',
  ])('is not: %s', (text) => {
    expect(refusedState(text)).toBeNull();
  });

  test('names the state at its place in the request', () => {
    const block = (signature: string) => ({
      role: 'assistant',
      content: [{ type: 'thinking', thinking: 'x', signature }],
    });
    const messages = [{ role: 'user', content: 'a' }, block('first'), { role: 'user', content: 'b' }, block('second')];
    const words = (place: string) => `${place}: Invalid \`signature\` in \`thinking\` block`;
    expect(refusedState(words('messages.3.content.0'), { messages })).toEqual({ keys: ['second'] });
    expect(refusedState(words('messages[1].content[0].signature'), { messages })).toEqual({ keys: ['first'] });
    expect(refusedState(words('messages.0.content.0'), { messages })).toEqual({ keys: [] });
    expect(refusedState('Invalid thought signature', { messages })).toEqual({ keys: [] });
  });

  test('names encrypted content that is quoted by its ends', () => {
    const input = ['gAAAone==', 'gAAAtwo=='].map((encrypted_content) => ({ type: 'reasoning', encrypted_content }));
    expect(refusedState('The encrypted content gAA...wo== could not be verified.', { input })).toEqual({
      keys: ['gAAAtwo=='],
    });
  });
});
