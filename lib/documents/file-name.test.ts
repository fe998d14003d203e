import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileNameOf, uniqueNames } from './file-name.ts';

const DATE = new Date('2026-01-02T03:04:05Z');

test.each([
  ['Why are there tides?', 'why-are-there-tides-2026-01-02.md'],
  ['../../etc/passwd', 'etc-passwd-2026-01-02.md'],
  ['CON', 'con-2026-01-02.md'],
  ['हिन्दी में ज्वार', 'हिन्दी-में-ज्वार-2026-01-02.md'],
  ['cafe\u0301', 'caf\u00e9-2026-01-02.md'],
  ['?!', 'chat-2026-01-02.md'],
])('a chat named %j is saved as %s', (title, name) => {
  expect(fileNameOf(title, DATE, 'md')).toBe(name);
});

test('a name is valid on every system, whatever the title', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
      const name = fileNameOf(title, DATE, 'html');
      expect(name.isWellFormed()).toBe(true);
      expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
      expect(name).toMatch(/^[\p{L}\p{M}\p{N}-]+-2026-01-02\.html$/u);
    }),
  );
});

test('numbers a name that was given before', () => {
  const unique = uniqueNames();
  expect(['a.md', 'b.md', 'a.md', 'a.md'].map(unique)).toEqual(['a.md', 'b.md', 'a_2.md', 'a_3.md']);
});
