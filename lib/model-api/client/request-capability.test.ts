import { describe, expect, test } from 'vitest';
import { unknownCapability } from '../../agent/capability/apply-observation.ts';
import type { Capability } from '../../contracts/capability.ts';
import {
  chooseToolMode,
  getContextWindow,
  lacksToolSupport,
  requestCapability,
  worksWithTools,
} from './request-capability.ts';

const after = (useful: number, needless: number, unused: number) =>
  worksWithTools({ toolOffers: { useful, needless, unused } } as Capability);

test('a model works well with tools once it has called them for something outside its context', () => {
  expect(worksWithTools(undefined)).toBe(null);
  expect(after(2, 0, 1)).toBe(null);
  expect(after(2, 0, 2)).toBe(true);
  expect(after(8, 2, 0)).toBe(true);
});

test('a model that only leaves tools alone has not shown that it can call them', () => {
  expect(after(0, 0, 40)).toBe(null);
  expect(after(1, 0, 40)).toBe(null);
});

test('a model that calls for the page in front more than once in five offers does not work well with tools', () => {
  expect(after(3, 1, 0)).toBe(false);
  expect(after(0, 1, 3)).toBe(false);
  expect(after(0, 1, 4)).toBe(null);
});

const NOW = 1000;
const known = (change: Partial<Capability>): Capability => ({
  ...unknownCapability({ endpointId: 'e', modelId: 'm' }, 'http://a/v1'),
  source: 'reply',
  expiresAt: NOW + 1,
  ...change,
});
const mode = (capability: Capability | undefined, modelId = 'some-model') => chooseToolMode(capability, modelId, NOW);

describe('tools are offered', () => {
  test('natively if nothing is known', () => {
    expect(mode(undefined)).toEqual({ toolMode: 'native', mayFallBack: true });
    expect(mode(known({ supportsTools: null }))).toEqual({ toolMode: 'native', mayFallBack: true });
  });

  test('as tags if the family does not support tools', () => {
    expect(mode(undefined, 'gemma3:4b')).toEqual({ toolMode: 'tags', mayFallBack: true });
    expect(mode(known({ supportsTools: null, source: 'probe' }), 'gemma3:4b').toolMode).toBe('tags');
  });

  test('as observed, regardless of the family, while fresh', () => {
    expect(mode(known({ supportsTools: true, source: 'listing' }), 'gemma3:4b').toolMode).toBe('native');
    expect(mode(known({ supportsTools: false, source: 'error' })).toolMode).toBe('tags');
    expect(mode(known({ supportsTools: false, source: 'error', expiresAt: NOW })).toolMode).toBe('native');
  });

  test('as the user set, without fallback', () => {
    const always = { source: 'user', expiresAt: Number.MAX_SAFE_INTEGER } as const;
    expect(mode(known({ ...always, supportsTools: true }))).toEqual({ toolMode: 'native', mayFallBack: false });
    expect(mode(known({ ...always, supportsTools: false }))).toEqual({ toolMode: 'tags', mayFallBack: false });
  });
});

test.each([
  'gemma3:4b',
  'google/gemma-3-27b-it',
  'gemma2',
  'phi3:mini',
  'phi-3.5-mini-instruct',
  'llama2:13b',
  'codellama',
  'llava:7b',
  'o1-mini',
  'perplexity/sonar-pro',
])('%s is known as a model without tools', (modelId) => {
  expect(lacksToolSupport(modelId)).toBe(true);
});

test.each([
  'gemma4:e4b',
  'gemma-4-26b',
  'functiongemma',
  'llama3.1:8b',
  'meta-llama/llama-3.3-70b',
  'phi-4-mini',
  'phi4',
  'o1',
  'o3-mini',
  'qwen3:0.6b',
  'deepseek-r1',
  'gpt-5',
  'mistral:7b',
  'gemma3-tools:12b',
])('%s is not', (modelId) => {
  expect(lacksToolSupport(modelId)).toBe(false);
});

describe('requestCapability', () => {
  const quirk = (expiresAt: number) => ({ quirk: 'plain-ids', evidence: '', expiresAt }) as const;

  test('ignores expired observations', () => {
    expect(requestCapability(known({ requestQuirks: [quirk(NOW + 1)] }), NOW).quirks).toEqual(new Set(['plain-ids']));
    expect(requestCapability(known({ requestQuirks: [quirk(NOW)] }), NOW).quirks).toEqual(new Set());
    expect(requestCapability(known({ streamsTools: false, streamsToolsUntil: NOW + 1 }), NOW).streamsTools).toBe(false);
    expect(requestCapability(known({ streamsTools: false, streamsToolsUntil: NOW }), NOW).streamsTools).toBeNull();
    expect(getContextWindow(known({ contextWindow: 4096, contextWindowUntil: NOW + 1 }), NOW)).toBe(4096);
    expect(getContextWindow(known({ contextWindow: 4096, contextWindowUntil: NOW }), NOW)).toBeNull();
  });

  test('is empty for an unknown model', () => {
    expect(requestCapability(undefined, NOW)).toEqual({ quirks: new Set(), streamsTools: null });
    expect(getContextWindow(undefined, NOW)).toBeNull();
  });
});
