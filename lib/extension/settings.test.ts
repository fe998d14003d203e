import '../testing/fake-browser.ts';
import { describe, expect, test } from 'vitest';
import { BackupSettings, type Preferences, SETTINGS, type SettingName, settingsIn } from '../contracts/settings.ts';
import type { Setting } from './setting.ts';
import {
  readBackupSettings,
  readPreferences,
  resetPreferences,
  settings,
  writeBackupSettings,
  writePreferences,
} from './settings.ts';

const NAMES = Object.keys(SETTINGS) as SettingName[];
const MODEL = { endpointId: 'e', modelId: 'm' };

test('every setting starts with the default of its row, and a reset restores it', async () => {
  for (const name of NAMES) {
    const setting: Setting<unknown> = settings[name];
    expect(await setting.getValue(), name).toEqual(SETTINGS[name].fallback);
    await setting.setValue('changed');
  }
  await resetPreferences();
  for (const name of NAMES) expect(await settings[name].getValue(), name).toEqual(SETTINGS[name].fallback);
});

test.each(NAMES)('the default of %s is a valid value', (name) => {
  expect(SETTINGS[name].schema.parse(SETTINGS[name].fallback)).toEqual(SETTINGS[name].fallback);
});

describe('the settings of a settings file', () => {
  test('can be written and read', async () => {
    const changed = {
      taskModels: { title: MODEL },
      prompts: [{ name: 'short', text: 'Shorter.' }],
      maxSteps: 3,
      patienceMinutes: 5,
      monthlyLimit: 20,
      appearance: { theme: 'dark', density: 'compact', textSize: 'larger' },
      checksFacts: false,
      lightsUpFacts: false,
      showsFigures: false,
    } satisfies Required<Preferences>;
    await writePreferences(changed);
    expect(await readPreferences()).toEqual(changed);
    expect(await settings.maxSteps.getValue()).toBe(3);
    await resetPreferences();
  });

  test('are those of the table, and a file without some of them leaves those here', async () => {
    expect(Object.keys(await readPreferences())).toEqual(settingsIn('settings-file'));
    await settings.maxSteps.setValue(7);
    await writePreferences({ monthlyLimit: 20 });
    expect(await settings.maxSteps.getValue()).toBe(7);
    await resetPreferences();
  });

  test('add prompts and models for tasks without replacing those here', async () => {
    const mine = { name: 'short', text: 'My way.' };
    const long = { name: 'long', text: 'Longer.' };
    await settings.prompts.setValue([mine]);
    await settings.taskModels.setValue({ '/short': MODEL });
    await writePreferences({ prompts: [{ name: 'short', text: 'Their way.' }, long], taskModels: { title: MODEL } });
    expect(await settings.prompts.getValue()).toEqual([mine, long]);
    expect(await settings.taskModels.getValue()).toEqual({ '/short': MODEL, title: MODEL });
    await resetPreferences();
  });
});

test('a backup brings all settings back, and leaves those it has not or that cannot be read', async () => {
  await settings.favouriteModels.setValue([MODEL]);
  await settings.sitePolicies.setValue({ 'https://bank.test': 'never' });
  await settings.maxSteps.setValue(7);
  const saved = BackupSettings.parse(JSON.parse(JSON.stringify(await readBackupSettings())));
  expect(Object.keys(saved)).toEqual(settingsIn('backup'));
  await resetPreferences();
  await settings.prompts.setValue([{ name: 'mine', text: 'My way.' }]);
  await writeBackupSettings(BackupSettings.parse({ ...saved, maxSteps: 'many', prompts: undefined }));
  expect(await settings.favouriteModels.getValue()).toEqual([MODEL]);
  expect(await settings.sitePolicies.getValue()).toEqual({ 'https://bank.test': 'never' });
  expect(await settings.maxSteps.getValue()).toBe(12);
  expect(await settings.prompts.getValue()).toEqual([{ name: 'mine', text: 'My way.' }]);
});
