import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { unknownCapability } from '../../lib/agent/capability/apply-observation.ts';
import type { Capability } from '../../lib/contracts/capability.ts';
import { CapabilityRow } from './endpoint-card.tsx';

const KNOWN: Capability = {
  ...unknownCapability({ endpointId: 'e', modelId: 'm' }, ''),
  evidence: 'said so',
  expiresAt: 1,
};

function html(capability: Partial<Capability> | undefined, neverTakesTools = false): string {
  const known = capability === undefined ? undefined : { ...KNOWN, ...capability };
  return renderToStaticMarkup(
    <CapabilityRow capability={known} neverTakesTools={neverTakesTools} onOverride={() => undefined} />,
  );
}

test('an unknown model is described as untested', () => {
  expect(html(undefined)).toContain('Native tool calls are tried first');
  expect(html({})).toContain('Native tool calls are tried first');
});

test('a family without tools is described as using tags, until observed otherwise', () => {
  expect(html(undefined, true)).toContain('this model family doesn’t support native tool calls');
  expect(html({ supportsTools: true, source: 'reply' }, true)).toContain('Supports tools');
});

test('a test call reports its result, even if it is inconclusive', () => {
  expect(html({ source: 'probe', evidence: 'did not call the test tool' })).toContain('did not call the test tool');
  expect(html({ supportsTools: false, source: 'probe' })).toContain('tested 1/1/1970');
});

test("a refusal is shown with the server's message", () => {
  expect(html({ supportsTools: false, source: 'error' })).toContain('the server said “said so”');
});
