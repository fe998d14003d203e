import { expect, test } from 'vitest';
import { hasLetterOrDigit } from './clean-text.ts';

test('letters and digits of any script count, signs do not', () => {
  for (const text of ['¶ a', '7', 'é', 'я', '字', '٣', '²']) expect(hasLetterOrDigit(text), text).toBe(true);
  for (const text of ['', ' ', '¶', '→ #', '…', '—']) expect(hasLetterOrDigit(text), text).toBe(false);
});
