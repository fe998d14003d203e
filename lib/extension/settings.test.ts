import '../testing/fake-browser.ts';
import { expect, test } from 'vitest';
import { BackupSettings, type Preferences } from '../contracts/preferences.ts';
import {
  favouriteModels,
  maxSteps,
  noteSharedPage,
  prompts,
  readBackupSettings,
  readPreferences,
  resetPreferences,
  selectedModel,
  sharedSites,
  sitePolicies,
  writeBackupSettings,
  writePreferences,
} from './settings.ts';

test('preferences can be written and reset to defaults', async () => {
  const first = await readPreferences();
  expect(first).toEqual({
    taskModels: {},
    prompts: [],
    maxSteps: 12,
    patienceMinutes: null,
    monthlyLimit: null,
    appearance: { theme: 'system', density: 'comfortable', textSize: 'normal' },
    checksFacts: true,
  });
  const changed = {
    taskModels: { title: { endpointId: 'e', modelId: 'm' } },
    prompts: [{ name: 'short', text: 'Shorter.' }],
    maxSteps: 3,
    patienceMinutes: 5,
    monthlyLimit: 20,
    appearance: { theme: 'dark', density: 'compact', textSize: 'larger' },
    checksFacts: false,
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

test('a backup brings all settings back, and leaves those it has not or that cannot be read', async () => {
  await resetPreferences();
  await favouriteModels.setValue([{ endpointId: 'e', modelId: 'm' }]);
  await sitePolicies.setValue({ 'https://bank.test': 'never' });
  await maxSteps.setValue(7);
  const saved = BackupSettings.parse(JSON.parse(JSON.stringify(await readBackupSettings())));
  expect(Object.keys(saved).sort()).toEqual(Object.keys(BackupSettings.shape).sort());
  await resetPreferences();
  await prompts.setValue([{ name: 'mine', text: 'My way.' }]);
  await writeBackupSettings(BackupSettings.parse({ ...saved, maxSteps: 'many', prompts: undefined }));
  expect(await favouriteModels.getValue()).toEqual([{ endpointId: 'e', modelId: 'm' }]);
  expect(await sitePolicies.getValue()).toEqual({ 'https://bank.test': 'never' });
  expect(await maxSteps.getValue()).toBe(12);
  expect(await prompts.getValue()).toEqual([{ name: 'mine', text: 'My way.' }]);
});

test('pages that the toolbar button shares are counted by site, and known by tab', async () => {
  await noteSharedPage(1, 'https://tides.test/a');
  await noteSharedPage(1, 'https://tides.test/b');
  await noteSharedPage(2, 'about:preferences');
  await noteSharedPage(3, '');
  await noteSharedPage(4, 'about:reader?url=https%3A%2F%2Fferries.test%2Ffares');
  expect(await sharedSites.getValue()).toEqual({
    clicks: 5,
    counts: { 'https://tides.test': 2, 'https://ferries.test': 1 },
    tabs: { 1: 'https://tides.test', 4: 'https://ferries.test' },
  });
});

test.each([
  ['about:certificate', undefined],
  ['https://addons.mozilla.org/', undefined],
  ['', 'https://tides.test'],
])('a click on a page that no extension may read leaves no site to allow for its tab: %s', async (url, site) => {
  await sharedSites.setValue({ clicks: 0, counts: {}, tabs: {} });
  await noteSharedPage(1, 'https://tides.test/a');
  await noteSharedPage(1, url);
  expect((await sharedSites.getValue()).tabs[1]).toBe(site);
});
