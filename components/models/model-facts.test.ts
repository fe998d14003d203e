import { expect, test } from 'vitest';
import { unknownCapability } from '../../lib/agent/capability/apply-observation.ts';
import { hasFacts, modelFacts } from './model-facts.ts';

const known = { ...unknownCapability({ endpointId: 'e', modelId: 'm' }, ''), evidence: 'said so' };
const texts = (capability: Parameters<typeof modelFacts>[0], never = false) =>
  modelFacts(capability, never).map((fact) => fact.text);

test('hasFacts agrees with modelFacts', () => {
  const speed = { tokens: 10, ms: 1_000 };
  const some = [{ supportsTools: false }, { vision: true }, { reasoning: true }, { contextWindow: 512 }, { speed }];
  const none = [{}, { vision: false }, { price: null }];
  for (const each of [...some, ...none]) {
    for (const never of [true, false]) {
      expect(hasFacts({ ...known, ...each }, never)).toBe(texts({ ...known, ...each }, never).length > 0);
    }
  }
  expect([hasFacts(undefined, true), hasFacts(undefined, false)]).toEqual([true, false]);
});

test('an unknown model has no facts', () => {
  expect(texts(undefined)).toEqual([]);
  expect(texts(known)).toEqual([]);
});

test('listed facts are formatted briefly, in a fixed order', () => {
  const reported = { supportsTools: true, vision: true, reasoning: true, contextWindow: 131_072 };
  const price = { input: 0.15, output: 0.6 };
  expect(texts({ ...known, ...reported, price })).toEqual(['tools', 'vision', 'reasoning', '128k', '$0.15 / $0.60']);
  expect(texts({ ...known, vision: false, reasoning: false })).toEqual([]);
  expect(texts({ ...known, price: { input: 0, output: 0 } })).toEqual(['free']);
});

test.each([
  [{ tokens: 845, ms: 10_000 }, '85 tokens/s'],
  [{ tokens: 90, ms: 20_000 }, '4.5 tokens/s'],
])('the speed that was measured is shown in tokens a second: %j', (speed, text) => {
  const [fact] = modelFacts({ ...known, speed }, false);
  expect(fact).toMatchObject({ kind: 'speed', text, why: expect.stringContaining('tokens per second') });
});

test('the rest of a rate limit is shown for some minutes, by the scarcer of the two', () => {
  const rateLimit = { requests: { left: 54, limit: 60 }, tokens: { left: 12_000, limit: 30_000 } };
  const [fact] = modelFacts({ ...known, rateLimit: { ...rateLimit, at: Date.now() - 60_000 } }, false);
  expect(fact).toMatchObject({ kind: 'limit', text: '40% of limit left' });
  expect(fact?.why).toContain('54 of 60 requests left');
  expect(fact?.why).toMatch(/12,?000 of 30,?000 tokens left/);
  expect(texts({ ...known, rateLimit: { ...rateLimit, tokens: null, at: Date.now() } })).toEqual(['90% of limit left']);
  expect(texts({ ...known, rateLimit: { ...rateLimit, at: Date.now() - 3_600_000 } })).toEqual([]);
});

test('a price includes that of cached tokens if listed', () => {
  const why = (price: object) => modelFacts({ ...known, price: { input: 3, output: 15, ...price } }, false)[0]?.why;
  expect(why({ cachedInput: 0.3 })).toContain('$0.30 cached input');
  expect(why({})).not.toContain('cached');
});

test.each([
  [512, '512'],
  [8_192, '8k'],
  [200_000, '200k'],
  [1_048_576, '1M'],
  [1_500_000, '1.5M'],
])('a context of %d tokens is %s', (contextWindow, text) => {
  expect(texts({ ...known, contextWindow })).toEqual([text]);
});

test("tools as tags are explained by the server's message, or by the family", () => {
  const [refused] = modelFacts({ ...known, supportsTools: false, source: 'error' }, false);
  expect(refused).toMatchObject({ text: 'tools (prompt)', why: expect.stringContaining('the server said “said so”') });
  expect(modelFacts(undefined, true)[0]?.why).toContain('this model family');
  expect(texts({ ...known, supportsTools: true, source: 'reply' }, true)).toEqual(['tools']);
});
