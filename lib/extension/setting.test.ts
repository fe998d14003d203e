import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { type Setting, withLocalCopy } from './setting.ts';

afterEach(() => vi.restoreAllMocks());

/** A value in a storage that can break. */
function storedNumber() {
  const state = { value: 12, isBroken: false };
  const inStorage = async <Result>(work: () => Result): Promise<Result> => {
    if (state.isBroken) throw new Error('An unexpected error occurred');
    return work();
  };
  const item: Setting<number> = {
    fallback: 12,
    getValue: () => inStorage(() => state.value),
    setValue: (value) => inStorage(() => void Object.assign(state, { value })),
    removeValue: () => inStorage(() => void Object.assign(state, { value: 12 })),
    watch: () => () => undefined,
  };
  return { state, setting: withLocalCopy(crypto.randomUUID(), item) };
}

test('a setting keeps its last value when extension storage fails', async () => {
  const { state, setting } = storedNumber();
  await setting.setValue(5);
  state.isBroken = true;
  expect(await setting.getValue()).toBe(5);
});

test('a setting can be changed and reset while extension storage fails', async () => {
  const { state, setting } = storedNumber();
  state.isBroken = true;
  expect(await setting.getValue()).toBe(12);
  await setting.setValue(7);
  expect(await setting.getValue()).toBe(7);
  await setting.removeValue();
  expect(await setting.getValue()).toBe(12);
});

test('if both storages fail, a setting has its default, and changing it rejects', async () => {
  const { state, setting } = storedNumber();
  state.isBroken = true;
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError');
  });
  expect(await setting.getValue()).toBe(12);
  await expect(setting.setValue(7)).rejects.toThrow('broken');
});

test('the copy is not read while extension storage works', async () => {
  const { state, setting } = storedNumber();
  await setting.setValue(5);
  state.value = 6;
  expect(await setting.getValue()).toBe(6);
});
