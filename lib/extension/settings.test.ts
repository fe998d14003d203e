import '../testing/fake-browser.ts';
import { expect, test } from 'vitest';
import type { Preferences } from '../contracts/preferences.ts';
import { maxSteps, prompts, readPreferences, resetPreferences, selectedModel, writePreferences } from './settings.ts';

test('preferences can be written and reset to defaults', async () => {
  const first = await readPreferences();
  expect(first).toEqual({
    taskModels: {},
    prompts: [],
    maxSteps: 12,
    patienceMinutes: null,
    monthlyLimit: null,
    appearance: { theme: 'system', density: 'comfortable', textSize: 'normal' },
  });
  const changed = {
    taskModels: { title: { endpointId: 'e', modelId: 'm' } },
    prompts: [{ name: 'short', text: 'Shorter.' }],
    maxSteps: 3,
    patienceMinutes: 5,
    monthlyLimit: 20,
    appearance: { theme: 'dark', density: 'compact', textSize: 'larger' },
  } satisfies Preferences;
  await writePreferences(changed);
  expect(await readPreferences()).toEqual(changed);
  expect(await maxSteps.getValue()).toBe(3);
  await selectedModel.setValue({ endpointId: 'e', modelId: 'm' });
  await resetPreferences();
  expect(await readPreferences()).toEqual(first);
  expect((await selectedModel.getValue()).endpointId).toBe('practice');
});

test('imported prompts are added without replacing existing ones', async () => {
  const mine = { name: 'short', text: 'My way.' };
  const others = [
    { name: 'short', text: 'Their way.' },
    { name: 'long', text: 'Longer.' },
  ];
  await prompts.setValue([mine]);
  await writePreferences({ ...(await readPreferences()), prompts: others });
  expect(await prompts.getValue()).toEqual([mine, others[1]]);
});
