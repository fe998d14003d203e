import { expect, test } from 'vitest';
import { apiKeyError } from './address.ts';

test.each(['sk-proj-abc_123', 'AIzaSy.x/y+z=', ''])('%s can be a key', (text) => {
  expect(apiKeyError(text)).toBeNull();
});

test.each(['sk-1\nsk-2', 'export KEY=sk-1 ', 'sk-\u200b1', 'ключ', 'x'.repeat(8_001)])('%j cannot be a key', (text) => {
  expect(apiKeyError(text)).toHaveProperty('code');
});
