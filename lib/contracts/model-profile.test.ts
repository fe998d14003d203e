import { expect, test } from 'vitest';
import { describeModel, type ProfileFacts } from './model-profile.ts';

const describeNative = (facts: Partial<ProfileFacts> = {}) =>
  describeModel({ toolMode: 'native', mayFallBack: true, ...facts });

test('a model is small if its window is, or if its tools are tags in the prompt', () => {
  expect(describeNative().isSmall).toBe(false);
  expect(describeNative({ contextWindow: 16_000 }).isSmall).toBe(false);
  expect(describeNative({ contextWindow: 15_999 }).isSmall).toBe(true);
  expect(describeNative({ toolMode: 'tags' }).isSmall).toBe(true);
});

test('a small or local model gets only the tools that a question needs, unless it is known to work well with them', () => {
  expect(describeNative().isCautious).toBe(false);
  expect(describeNative({ isLocal: true }).isCautious).toBe(true);
  expect(describeNative({ contextWindow: 8_000 }).isCautious).toBe(true);
  expect(describeNative({ isLocal: true, worksWithTools: true }).isCautious).toBe(false);
  expect(describeNative({ worksWithTools: false }).isCautious).toBe(true);
});

test('a profile of another tool mode is judged anew', () => {
  const profile = describeNative({ contextWindow: 128_000 });
  expect(describeModel({ ...profile, toolMode: 'tags' })).toMatchObject({ isSmall: true, isCautious: true });
});
