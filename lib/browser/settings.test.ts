import { expect, test } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';

Object.assign(globalThis, { chrome: fakeBrowser, browser: fakeBrowser });
const { maxSteps, readPreferences, resetPreferences, selectedModel, writePreferences } = await import('./settings.ts');

test('preferences are what was written, and after a reset what they were at first', async () => {
  const first = await readPreferences();
  expect(first).toEqual({
    taskModels: {},
    maxSteps: 12,
    patienceMinutes: null,
    monthlyLimit: null,
    appearance: { theme: 'system', density: 'comfortable', textSize: 'normal' },
  });
  const changed = {
    taskModels: { title: { endpointId: 'e', modelId: 'm' } },
    maxSteps: 3,
    patienceMinutes: 5,
    monthlyLimit: 20,
    appearance: { theme: 'dark', density: 'compact', textSize: 'larger' },
  } as const;
  await writePreferences(changed);
  expect(await readPreferences()).toEqual(changed);
  expect(await maxSteps.getValue()).toBe(3);
  await selectedModel.setValue({ endpointId: 'e', modelId: 'm' });
  await resetPreferences();
  expect(await readPreferences()).toEqual(first);
  expect((await selectedModel.getValue()).endpointId).toBe('practice');
});
