import { browser } from 'wxt/browser';
import { type ManagedPolicy, type ManagedSetting, NO_POLICY, parsePolicy } from '../contracts/index.ts';
import type { Setting } from './setting.ts';

/** What an organization has set for this browser. Firefox rejects where there is nothing. */
export async function readPolicy(): Promise<ManagedPolicy> {
  try {
    return parsePolicy(await browser.storage.managed.get(null));
  } catch {
    return NO_POLICY;
  }
}

/** Calls back after the policy has changed, which Chrome tells while it runs. Returns the function that ends it. */
export function onPolicyChange(callback: () => void): () => void {
  const listen = (_changes: unknown, area: string) => {
    if (area === 'managed') callback();
  };
  browser.storage.onChanged.addListener(listen);
  return () => browser.storage.onChanged.removeListener(listen);
}

/** A setting that the policy can set: then nothing else counts, and nothing is written. */
export type ManageableSetting<Value> = Setting<Value> & { managedName: ManagedSetting };

export function manageable<Value>(managedName: ManagedSetting, item: Setting<Value>): ManageableSetting<Value> {
  const managed = async (): Promise<{ value: Value } | null> => {
    const { settings } = await readPolicy();
    return managedName in settings ? { value: settings[managedName] as Value } : null;
  };
  const unlessManaged = async (write: () => Promise<void>) => {
    if ((await managed()) === null) await write();
  };
  return {
    fallback: item.fallback,
    managedName,
    async getValue() {
      const set = await managed();
      return set === null ? item.getValue() : set.value;
    },
    setValue: (value) => unlessManaged(() => item.setValue(value)),
    removeValue: () => unlessManaged(() => item.removeValue()),
    watch(onChange) {
      const report = async (value: Value) => {
        const set = await managed();
        onChange(set === null ? value : set.value);
      };
      const ends = [item.watch((value) => void report(value)), onPolicyChange(() => void item.getValue().then(report))];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
