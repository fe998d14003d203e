import { type StorageItemKey, storage } from 'wxt/utils/storage';
import { copiedSetting, copySetting, forgetCopy } from './settings-copy.ts';

/** One stored value. */
export type Setting<Value> = {
  fallback: Value;
  getValue(): Promise<Value>;
  setValue(value: Value): Promise<void>;
  removeValue(): Promise<void>;
  /** Returns the unsubscribe function. */
  watch(onChange: (value: Value) => void): () => void;
};

/** A setting in extension storage, with a copy that is used if that storage fails. */
export function defineSetting<Value>(key: StorageItemKey, fallback: Value): Setting<Value> {
  return withCopy(key, storage.defineItem<Value>(key, { fallback }));
}

/** Wraps `item`, which may reject, with a copy of its value under `key`. */
export function withCopy<Value>(key: string, item: Setting<Value>): Setting<Value> {
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
