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
  const draft = {
    ...EMPTY,
    temperature: '3',
    maxSteps: 'many',
    contextLimit: '1000.5',
    keepLoadedMinutes: '-2',
    systemPrompt: 'x'.repeat(20_001),
    headers: '{"X": 1',
    body: '{"messages": []}',
  };
  expect(readSettings(draft)).toEqual({
    errors: {
      temperature: 'Enter a number from 0 to 2.',
      maxSteps: 'Enter a whole number from 1 to 100.',
      contextLimit: 'Enter a whole number from 512 to 100,000,000.',
      keepLoadedMinutes: 'Enter a whole number from -1 to 10,080.',
      systemPrompt: 'Enter up to 20,000 characters.',
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
