import { describe, expect, test } from 'vitest';
import {
  createModelProfile,
  keepsPdfs,
  ModelSettings,
  mergeModelSettings,
  type ProfileFacts,
  requestExtrasError,
} from './model.ts';

/** As entered in a JSON field. */
const headers = (text: string) => ModelSettings.safeParse({ headers: JSON.parse(text) });
const body = (text: string) => ModelSettings.safeParse({ body: JSON.parse(text) });

describe('custom headers', () => {
  test('are taken as they are', () => {
    expect(headers('{"X-Title":"Sidenote","HTTP-Referer":"https://example.org","x-max-tokens-hint":"1"}').success).toBe(
      true,
    );
  });

  test.each([
    ['a list', '["a"]'],
    ['a key', '{"Authorization":"Bearer x"}'],
    ['a key under another name', '{"X-Api-Key":"abc"}'],
    ['a key under another name', '{"x-goog-api-key":"abc"}'],
    ['a key under another name', '{"x-auth-token":"abc"}'],
    ['a key as a value', '{"X-Note":"sk-abcdefghijklmnop0123"}'],
    ['a key as a value', '{"X-Note":"Bearer abc"}'],
    ['a cookie', '{"Cookie":"a=b"}'],
    ['what the browser writes', '{"Origin":"https://a.test"}'],
    ['what the browser writes', '{"Sec-Fetch-Site":"none"}'],
    ['what the browser writes', '{"host":"evil.test"}'],
    ['what the request is', '{"content-type":"text/plain"}'],
    ['a second line', '{"X-A":"b\\r\\nX-C: d"}'],
    ['a name that is none', '{"X A":"b"}'],
    ['no text', '{"X-A":1}'],
    ['a way to prototypes', '{"__proto__":"x"}'],
    ['a way to prototypes', '{"constructor":"x"}'],
    ['far too much', JSON.stringify(Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`X-${n}`, ''])))],
  ])('are rejected with %s: %s', (_why, text) => {
    const result = headers(text);
    expect(result.success).toBe(false);
    const [issue] = result.error?.issues ?? [];
    expect(issue && requestExtrasError(issue)).toHaveProperty('code');
  });
});

describe('custom body fields', () => {
  test('are taken as they are', () => {
    expect(body('{"top_p":0.9,"provider":{"order":["a","b"],"allow_fallbacks":false},"seed":null}').success).toBe(true);
  });

  test.each([
    ['what is ours', '{"messages":[]}'],
    ['what is ours', '{"stream":false}'],
    ['what is ours', '{"tools":[]}'],
    ['a key', '{"user":"sk-abcdefghijklmnop0123"}'],
    ['a way to prototypes', '{"a":{"__proto__":{"polluted":1}}}'],
    ['a way to prototypes', '{"a":[{"constructor":{"prototype":{}}}]}'],
    ['too many levels', `${'{"a":'.repeat(12)}1${'}'.repeat(12)}`],
    ['far too much', JSON.stringify({ a: 'x'.repeat(20_001) })],
    ['no object', '[1]'],
  ])('are rejected with %s: %s', (_why, text) => {
    expect(body(text).success).toBe(false);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

test.each([
  { temperature: 3 },
  { maxOutputTokens: 0 },
  { contextLimit: 10 },
  { maxSteps: 0 },
  { pdfs: 'both' },
  { keepLoadedMinutes: -2 },
  { reasoningEffort: 'very' },
  { unknown: 1 },
])('rejects settings out of range: %j', (settings) => {
  expect(ModelSettings.safeParse(settings).success).toBe(false);
});

test("a model's settings override its endpoint's; headers and fields are merged", () => {
  const settings = {
    all: { temperature: 0.2, maxSteps: 5, headers: { a: '1', b: '2' }, body: { top_p: 1 } },
    models: [{ modelId: '__proto__', settings: { temperature: 0.9, headers: { b: '3' } } }],
  };
  expect(mergeModelSettings(settings, '__proto__')).toEqual({
    temperature: 0.9,
    maxSteps: 5,
    headers: { a: '1', b: '3' },
    body: { top_p: 1 },
  });
  expect(mergeModelSettings(settings, 'other').temperature).toBe(0.2);
  expect(mergeModelSettings(undefined, 'other')).toEqual({});
});

test('PDFs are kept as soon as one model of an endpoint gets them as files', () => {
  const models = [{ modelId: 'm', settings: { pdfs: 'file' as const } }];
  expect(keepsPdfs(undefined)).toBe(false);
  expect(keepsPdfs({ all: { pdfs: 'text' }, models: [] })).toBe(false);
  expect(keepsPdfs({ all: { pdfs: 'file' }, models: [] })).toBe(true);
  expect(keepsPdfs({ all: {}, models })).toBe(true);
});

const describeNative = (facts: Partial<ProfileFacts> = {}) =>
  createModelProfile({ toolMode: 'native', mayFallBack: true, ...facts });

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

test('a profile of another tool mode is judged again', () => {
  const profile = describeNative({ contextWindow: 128_000 });
  expect(createModelProfile({ ...profile, toolMode: 'tags' })).toMatchObject({ isSmall: true, isCautious: true });
});
