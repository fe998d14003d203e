import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { type Setting, withCopy } from './setting.ts';

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
  return { state, setting: withCopy(crypto.randomUUID(), item) };
}

test('a setting keeps its last value when the storage of the extension breaks', async () => {
  const { state, setting } = storedNumber();
  await setting.setValue(5);
  state.isBroken = true;
  expect(await setting.getValue()).toBe(5);
});

test('with broken storage a setting can be changed and taken back all the same', async () => {
  const { state, setting } = storedNumber();
  state.isBroken = true;
  expect(await setting.getValue()).toBe(12);
  await setting.setValue(7);
  expect(await setting.getValue()).toBe(7);
  await setting.removeValue();
  expect(await setting.getValue()).toBe(12);
});

test('where both fail, a setting has its usual value, and changing it says that it failed', async () => {
  const { state, setting } = storedNumber();
  state.isBroken = true;
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError');
  });
  expect(await setting.getValue()).toBe(12);
  await expect(setting.setValue(7)).rejects.toThrow('broken');
});

test('with working storage the copy is not asked', async () => {
  const { state, setting } = storedNumber();
  await setting.setValue(5);
  state.value = 6;
  expect(await setting.getValue()).toBe(6);
});
