import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isEndpointAllowed, ManagedFeature, managedEndpointId, NO_POLICY, parsePolicy } from './managed-policy.ts';

describe('a policy', () => {
  test('that says nothing changes nothing', () => {
    expect(parsePolicy({})).toEqual(NO_POLICY);
  });

  test('keeps valid values and ignores invalid ones', () => {
    const policy = parsePolicy({
      endpoints: [{ name: 'Ours', baseUrl: 'https://llm.example.com/v1' }, { name: '' }, 'x'],
      settings: { maxSteps: 5, warmStart: 'no', monthlyLimit: null, unknown: 1 },
      disabledFeatures: ['own-endpoints', 'everything'],
    });
    expect(policy).toEqual({
      endpoints: [{ name: 'Ours', baseUrl: 'https://llm.example.com/v1', models: [] }],
      allowedHosts: null,
      settings: { maxSteps: 5, monthlyLimit: null },
      disabledFeatures: ['own-endpoints'],
    });
  });

  test.each(['llm.example.com', [1], { host: 'a' }, null])('allows no host when its list is %j', (allowedHosts) => {
    expect(parsePolicy({ allowedHosts }).allowedHosts).toEqual([]);
  });
});

describe('an endpoint is allowed', () => {
  const own = (baseUrl: string) => ({ endpointId: 'a1', baseUrl });

  test.each([
    ['https://api.example.com/v1', ['api.example.com'], true],
    ['https://API.example.com:8443/v1', ['api.example.com'], true],
    ['https://eu.example.com/v1', ['*.example.com'], true],
    ['https://example.com/v1', ['*.example.com'], false],
    ['https://evil-example.com/v1', ['*.example.com'], false],
    ['https://example.com.evil.org/v1', ['example.com', '*.example.com'], false],
    ['https://evil.org/?example.com', ['example.com'], false],
    ['https://api.example.com/v1', [], false],
  ])('at %s by %j: %s', (baseUrl, allowedHosts, expected) => {
    expect(isEndpointAllowed({ ...NO_POLICY, allowedHosts }, own(baseUrl))).toBe(expected);
  });

  test('when nothing is said, whatever it is', () => {
    expect(isEndpointAllowed(NO_POLICY, own('http://127.0.0.1:11434/v1'))).toBe(true);
  });

  test('only from the policy if own endpoints are switched off', () => {
    const ours = { name: 'Ours', baseUrl: 'https://llm.example.com/v1', models: [] };
    const policy = { ...NO_POLICY, endpoints: [ours], disabledFeatures: ['own-endpoints' as const] };
    expect(isEndpointAllowed(policy, { endpointId: managedEndpointId(ours), baseUrl: ours.baseUrl })).toBe(true);
    expect(isEndpointAllowed(policy, own(ours.baseUrl))).toBe(false);
  });

  test('of the policy only at the address that it names', () => {
    const ours = { name: 'Ours', baseUrl: 'https://llm.example.com/v1', models: [] };
    const policy = { ...NO_POLICY, endpoints: [ours] };
    expect(isEndpointAllowed(policy, { endpointId: managedEndpointId(ours), baseUrl: 'https://evil.org/v1' })).toBe(
      false,
    );
  });

  test('no longer once the policy does not name it', () => {
    const endpointId = managedEndpointId({ baseUrl: 'https://old.example.com/v1' });
    expect(isEndpointAllowed(NO_POLICY, { endpointId, baseUrl: 'https://old.example.com/v1' })).toBe(false);
  });
});

test('the schema for browsers has the same fields and features', () => {
  const { properties } = JSON.parse(readFileSync('public/managed-schema.json', 'utf8'));
  expect(Object.keys(properties).toSorted()).toEqual(Object.keys(NO_POLICY).toSorted());
  expect(properties.disabledFeatures.items.enum).toEqual(ManagedFeature.options);
});
