import { browser } from 'wxt/browser';
import { type StorageItemKey, storage } from 'wxt/utils/storage';
import { type ManagedPolicy, NO_POLICY, parsePolicy, type SettingIn } from '../contracts/index.ts';

/** One stored value. */
export type Setting<Value> = {
  fallback: Value;
  getValue(): Promise<Value>;
  setValue(value: Value): Promise<void>;
  removeValue(): Promise<void>;
  /** Returns the unsubscribe function. */
  watch(onChange: (value: Value) => void): () => void;
};

/**
 * A setting in extension storage, with a copy that is used if that storage fails. The bundler drops unused settings.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineSetting<Value>(key: StorageItemKey, fallback: Value): Setting<Value> {
  return withLocalCopy(key, storage.defineItem<Value>(key, { fallback }));
}

/** Wraps `item`, which may reject, with a copy of its value under `key`. */
export function withLocalCopy<Value>(key: string, item: Setting<Value>): Setting<Value> {
  const { fallback } = item;
  return {
    fallback,
    async getValue() {
      try {
        return await item.getValue();
      } catch {
        const copied = await copiedSetting(key).catch(() => undefined);
        return copied === undefined ? fallback : (copied as Value);
      }
    },
    async setValue(value) {
      const copied = copySetting(key, value);
      await item.setValue(value).catch(() => copied);
      await copied.catch(() => undefined);
    },
    async removeValue() {
      const forgotten = forgetCopy(key);
      await item.removeValue().catch(() => forgotten);
      await forgotten.catch(() => undefined);
    },
    watch: (onChange) => item.watch(onChange),
  };
}

const NAME = 'sidenote-settings';
const TABLE = 'settings';

/**
 * Stores a copy of the settings in a small separate database. Firefox keeps `storage.local` in another file, which can
 * be damaged while IndexedDB works (MetaMask#9196, #10091). Rejects if this database cannot be used either.
 */
async function copySetting(key: string, value: unknown): Promise<void> {
  await inCopy('readwrite', (table) => table.put(value, key));
}

/** The last copy, or undefined. */
function copiedSetting(key: string): Promise<unknown> {
  return inCopy('readonly', (table) => table.get(key));
}

async function forgetCopy(key: string): Promise<void> {
  await inCopy('readwrite', (table) => table.delete(key));
}

async function inCopy<Result>(
  mode: IDBTransactionMode,
  request: (table: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const opening = indexedDB.open(NAME);
  opening.onupgradeneeded = () => opening.result.createObjectStore(TABLE);
  const db = await settled(opening);
  try {
    return await settled(request(db.transaction(TABLE, mode).objectStore(TABLE)));
  } finally {
    db.close();
  }
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** The policy that an organization has set for this browser. Firefox rejects if there is none. */
export async function readPolicy(): Promise<ManagedPolicy> {
  try {
    return parsePolicy(await browser.storage.managed.get(null));
  } catch {
    return NO_POLICY;
  }
}

/** Calls back after the policy has changed, which Chrome reports while it runs. Returns the unsubscribe function. */
export function onPolicyChange(callback: () => void): () => void {
  const listen = (_changes: unknown, area: string) => {
    if (area === 'managed') callback();
  };
  browser.storage.onChanged.addListener(listen);
  return () => browser.storage.onChanged.removeListener(listen);
}

/** A setting that the policy can set. If it does, other values are ignored, and nothing is written. */
export function withManagedValue<Value>(name: SettingIn<'policy'>, item: Setting<Value>): Setting<Value> {
  const managed = async (): Promise<{ value: Value } | null> => {
    const { settings } = await readPolicy();
    return name in settings ? { value: settings[name] as Value } : null;
  };
  const unlessManaged = async (write: () => Promise<void>) => {
    if ((await managed()) === null) await write();
  };
  return {
    fallback: item.fallback,
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
