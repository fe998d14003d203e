import { expect, test } from 'vitest';
import type { ModelSettings } from '../../lib/contracts/model.ts';
import { draftOfSettings, readSettings } from './settings-draft.ts';

const EMPTY = draftOfSettings({});

test('settings pass through the form unchanged', () => {
  const settings: ModelSettings = {
    temperature: 0,
    maxOutputTokens: 2_000,
    reasoningEffort: 'low',
    systemPrompt: 'Be brief.',
    contextLimit: 8_192,
    maxSteps: 4,
    tools: false,
    pdfs: 'file',
    keepLoadedMinutes: -1,
    headers: { 'X-Title': 'Sidenote' },
    body: { top_p: 0.9 },
  };
  expect(readSettings(draftOfSettings(settings))).toEqual({ settings });
  expect(readSettings(EMPTY)).toEqual({ settings: {} });
});

test('invalid values are reported at their field', () => {
  const draft = { ...EMPTY, temperature: '3', maxSteps: 'many', headers: '{"X": 1', body: '{"messages": []}' };
  expect(readSettings(draft)).toEqual({
    errors: {
      temperature: expect.stringContaining('<=2'),
      maxSteps: expect.any(String),
      headers: expect.stringContaining('JSON object'),
      body: expect.stringContaining('set by Sidenote'),
    },
  });
});

test('a header with a key is rejected', () => {
  expect(readSettings({ ...EMPTY, headers: '{"Authorization": "Bearer x"}' })).toEqual({
    errors: { headers: expect.stringContaining('in their own field') },
  });
});
