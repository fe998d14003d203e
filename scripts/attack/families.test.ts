import { expect, test } from 'vitest';
import { CONTROLS } from '../controls/table.ts';
import { draw, drawCard, drawMemory } from './draw.tsx';
import { families } from './families/all.ts';
import { runFamily } from './families/family.ts';

const ALL = families({ draw, drawCard, drawMemory });

// As the only argument of the title, since vitest shortens a `$name`, and `npm run controls -- families` looks for it.
test.each(ALL.map((family) => [family.name, family] as const))('%s get nothing out', async (_, family) => {
  const tally = await runFamily(family);
  expect(tally.leaks.slice(0, 20)).toEqual([]);
  // A family in which nothing happens would prove nothing.
  expect(tally.sent / tally.cases).toBeGreaterThanOrEqual(family.minSent);
});

test('there are 27,492 of them, and each family names controls without which it succeeds', () => {
  expect(ALL.reduce((sum, { attempts }) => sum + attempts().length, 0)).toBe(27_492);
  const names = CONTROLS.map(({ name }) => name);
  expect(ALL.flatMap(({ controls }) => controls.filter((name) => !names.includes(name)))).toEqual([]);
});
