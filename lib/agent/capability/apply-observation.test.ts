import { describe, expect, test } from 'vitest';
import type { Capability, CapabilityObservation } from '../../contracts/capability.ts';
import {
  applyObservation,
  OBSERVATION_LIFETIME_MS,
  REFUSAL_LIFETIME_MS,
  unknownCapability,
} from './apply-observation.ts';

const NOW = 1000;
const NOTHING = unknownCapability({ endpointId: 'e', modelId: 'm' }, 'http://a/v1');
const tools = (
  supportsTools: boolean,
  source: Extract<CapabilityObservation, { type: 'tools' }>['source'],
): CapabilityObservation => ({
  type: 'tools',
  supportsTools,
  source,
  evidence: `${source} says ${supportsTools}`,
});
const TEXT_CALL: CapabilityObservation = { type: 'text-call', format: 'hermes' };

function learn(observations: CapabilityObservation[], from: Capability = NOTHING, now = NOW): Capability {
  return observations.reduce((known, observation) => applyObservation(known, observation, now), from);
}

describe('whether a model supports tools', () => {
  test('support is remembered for thirty days, a refusal for seven', () => {
    expect(learn([tools(true, 'reply')]).expiresAt).toBe(NOW + OBSERVATION_LIFETIME_MS);
    expect(learn([tools(false, 'error')]).expiresAt).toBe(NOW + REFUSAL_LIFETIME_MS);
  });

  test("the server's behaviour takes precedence over its list, in any order", () => {
    expect(learn([tools(false, 'listing'), tools(true, 'reply')])).toMatchObject({ supportsTools: true });
    expect(learn([tools(true, 'reply'), tools(false, 'listing')])).toMatchObject({ supportsTools: true });
    expect(learn([tools(false, 'probe'), tools(true, 'listing')])).toMatchObject({ supportsTools: false });
  });

  test("the newest observation of the server's behaviour counts", () => {
    expect(learn([tools(true, 'reply'), tools(false, 'error')])).toMatchObject({ supportsTools: false });
    expect(learn([tools(false, 'error'), tools(true, 'probe')])).toMatchObject({ supportsTools: true });
  });

  test('evidence of the same rank and content is not written again while it is fresh', () => {
    const known = learn([tools(true, 'reply')]);
    expect(applyObservation(known, tools(true, 'reply'), NOW + 1)).toBe(known);
  });

  test('an expired observation is replaced by any other', () => {
    const stale = learn([tools(true, 'reply')]);
    expect(learn([tools(false, 'listing')], stale, NOW + OBSERVATION_LIFETIME_MS + 1)).toMatchObject({
      supportsTools: false,
    });
  });

  test("the user's decision is never overridden", () => {
    const known: Capability = { ...NOTHING, source: 'user', supportsTools: true, expiresAt: Number.MAX_SAFE_INTEGER };
    const later = learn(
      [tools(false, 'error'), TEXT_CALL, TEXT_CALL, TEXT_CALL, { type: 'probe-unclear', evidence: '' }],
      known,
    );
    expect(later).toMatchObject({ source: 'user', supportsTools: true });
  });
});

describe('calls written as text although tools were offered', () => {
  test('switch to tags after three, with the reason, if no call was native', () => {
    expect(learn([TEXT_CALL, TEXT_CALL])).toMatchObject({ supportsTools: null, textCalls: 2 });
    expect(learn([TEXT_CALL, TEXT_CALL, TEXT_CALL])).toMatchObject({
      supportsTools: false,
      source: 'reply',
      evidence: 'wrote 3 calls as text and none natively',
      expiresAt: NOW + REFUSAL_LIFETIME_MS,
    });
    expect(learn([tools(true, 'listing'), TEXT_CALL, TEXT_CALL, TEXT_CALL])).toMatchObject({ supportsTools: false });
  });

  test('do not if the model also calls natively, which resets the count', () => {
    const calls = learn([tools(true, 'reply'), TEXT_CALL, TEXT_CALL, TEXT_CALL, TEXT_CALL]);
    expect(calls).toMatchObject({ supportsTools: true, textCalls: 4 });
    expect(learn([tools(true, 'reply')], calls)).toMatchObject({ supportsTools: true, textCalls: 0 });
  });
});

test('an inconclusive probe is remembered for a week, and never hides other observations', () => {
  const unclear: CapabilityObservation = { type: 'probe-unclear', evidence: 'did not call' };
  expect(learn([unclear])).toMatchObject({
    supportsTools: null,
    source: 'probe',
    expiresAt: NOW + REFUSAL_LIFETIME_MS,
  });
  const known = learn([tools(true, 'listing')]);
  expect(applyObservation(known, unclear, NOW)).toBe(known);
});

describe('request quirks', () => {
  const quirk = (name: 'echo-reasoning' | 'omit-reasoning' | 'plain-ids'): CapabilityObservation => ({
    type: 'request-quirk',
    quirk: name,
    evidence: name,
  });
  const names = (known: Capability) => known.requestQuirks.map((each) => each.quirk);

  test('are collected, each once, for thirty days', () => {
    const known = learn([quirk('plain-ids'), quirk('echo-reasoning'), quirk('plain-ids')]);
    expect(names(known)).toEqual(['echo-reasoning', 'plain-ids']);
    expect(names(learn([quirk('echo-reasoning')], known, NOW + OBSERVATION_LIFETIME_MS))).toEqual(['echo-reasoning']);
  });

  test('do not contradict each other', () => {
    expect(names(learn([quirk('echo-reasoning'), quirk('omit-reasoning')]))).toEqual(['omit-reasoning']);
    expect(names(learn([quirk('omit-reasoning'), quirk('echo-reasoning')]))).toEqual(['echo-reasoning']);
  });
});

test('observations of streaming with tools and of the window expire after a week', () => {
  const known = learn([
    { type: 'streams-tools', streamsTools: false, evidence: '' },
    { type: 'context-window', tokens: 4096 },
  ]);
  expect(known).toMatchObject({
    streamsTools: false,
    streamsToolsUntil: NOW + REFUSAL_LIFETIME_MS,
    contextWindow: 4096,
    contextWindowUntil: NOW + REFUSAL_LIFETIME_MS,
  });
});

test('a price is only stored again if one of its rates has changed', () => {
  const price = { input: 2, output: 4, cachedInput: 0.2 };
  const known = learn([{ type: 'price', price }]);
  expect(known.price).toEqual(price);
  expect(learn([{ type: 'price', price: { ...price } }], known)).toBe(known);
  expect(learn([{ type: 'price', price: { ...price, cachedInput: 0.1 } }], known).price?.cachedInput).toBe(0.1);
  expect(learn([{ type: 'price', price: { input: 2, output: 4 } }], known).price).toEqual({ input: 2, output: 4 });
});

test('the speed of a model is that of its recent answers, weighted by their duration', () => {
  const speed = (tokens: number, ms: number): CapabilityObservation => ({ type: 'speed', tokens, ms });
  const perSecond = ({ speed: measured }: Capability) =>
    Math.round((measured?.tokens ?? 0) / ((measured?.ms ?? 0) / 1000));
  expect(perSecond(learn([speed(200, 2_000)]))).toBe(100);
  expect(perSecond(learn([speed(2_000, 20_000), speed(20, 1_000)]))).toBe(95);
  expect(perSecond(learn([speed(200, 2_000), ...Array.from({ length: 20 }, () => speed(20, 2_000))]))).toBe(10);
});

test('the latest report of a rate limit counts, with its time', () => {
  const limit = (left: number): CapabilityObservation => ({
    type: 'rate-limit',
    rateLimit: { requests: { left, limit: 60 }, tokens: null },
  });
  expect(learn([limit(59), limit(58)]).rateLimit).toEqual({ requests: { left: 58, limit: 60 }, tokens: null, at: NOW });
});
