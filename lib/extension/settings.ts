import {
  type BackupSettings,
  mergeSetting,
  type Preferences,
  SETTINGS,
  type SettingName,
  type SettingValue,
  settingsIn,
} from '../contracts/index.ts';
import { defineSetting, type Setting, withManagedValue } from './setting.ts';
import { showAppearance } from './show-appearance.ts';
import { backupReport, chatKey } from './stored-state.ts';

/** The settings of the user, one for each row of `SETTINGS`. */
export const settings = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, row]) => [name, createSetting(name as SettingName, row)]),
) as unknown as { readonly [Name in SettingName]: Setting<SettingValue<Name>> };

type StoredRow = { fallback: unknown; isOfChats?: boolean };

function createSetting(name: SettingName, { fallback, isOfChats = false }: StoredRow): Setting<unknown> {
  const item = defineSetting(isOfChats ? chatKey(name) : (`local:${name}` as const), fallback);
  const managedName = settingsIn('policy').find((each) => each === name);
  return managedName === undefined ? item : withManagedValue(managedName, item);
}

/** The settings of a settings file. */
export async function readPreferences(): Promise<Preferences> {
  return readSettings(settingsIn('settings-file'));
}

/** Writes the settings of a settings file, merged with the existing ones where a row says so. */
export async function writePreferences(preferences: Preferences): Promise<void> {
  for (const name of settingsIn('settings-file')) {
    const ofFile = preferences[name];
    if (ofFile !== undefined) await mergeFromFile(name, ofFile);
  }
}

async function mergeFromFile<Name extends SettingName>(name: Name, ofFile: SettingValue<Name>): Promise<void> {
  const setting = settings[name];
  await setting.setValue(mergeSetting(name, await setting.getValue(), ofFile));
}

export async function readBackupSettings(): Promise<BackupSettings> {
  return readSettings(settingsIn('backup'));
}

/** Writes the settings in a backup, except for those that an organization's policy sets. */
export async function writeBackupSettings(saved: BackupSettings): Promise<void> {
  for (const name of settingsIn('backup')) {
    const setting: Setting<unknown> = settings[name];
    if (saved[name] !== undefined) await setting.setValue(saved[name]);
  }
}

async function readSettings(names: readonly SettingName[]): Promise<Record<string, unknown>> {
  const entries = names.map(async (name) => [name, await settings[name].getValue()] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Resets all settings to their defaults, including the selected model. */
export async function resetPreferences(): Promise<void> {
  for (const setting of Object.values(settings)) await setting.removeValue();
  await backupReport.removeValue();
}

/**
 * Returns a function that returns the current value of a setting synchronously, or its fallback until it has been read
 * once.
 */
export function liveSetting<T>(item: Setting<T>): () => T {
  let value = item.fallback;
  void item.getValue().then((read) => {
    value = read;
  });
  item.watch((newValue) => {
    value = newValue;
  });
  return () => value;
}

/** Applies the user's appearance settings to this page, now and whenever they change. */
export function followAppearance(): void {
  void settings.appearance.getValue().then(showAppearance);
  settings.appearance.watch(showAppearance);
}
