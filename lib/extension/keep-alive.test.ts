import '../testing/fake-browser.ts';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createKeepAlive } from './keep-alive.ts';

beforeEach(() => fakeBrowser.reset());

const alarms = async () => (await fakeBrowser.alarms.getAll()).map(({ name }) => name);

/** Fires the alarm of an earlier worker in this one. */
async function wake(): Promise<void> {
  await fakeBrowser.alarms.create('runs-under-way', { periodInMinutes: 1 });
  const [alarm] = await fakeBrowser.alarms.getAll();
  if (alarm) await fakeBrowser.alarms.onAlarm.trigger(alarm);
}

describe('the alarm that starts another worker', () => {
  test('is set from the first hold to the end of the last one', async () => {
    const keepAlive = createKeepAlive(async () => undefined);
    const first = keepAlive.hold();
    const second = keepAlive.hold();
    let isIdle = false;
    void keepAlive.idle().then(() => {
      isIdle = true;
    });
    first();
    expect(await alarms()).toEqual(['runs-under-way']);
    expect(isIdle).toBe(false);
    second();
    await vi.waitFor(() => expect(isIdle).toBe(true));
    expect(await alarms()).toEqual([]);
  });

  test('of an earlier worker is cleared if nothing was interrupted', async () => {
    const onOrphans = vi.fn(async () => undefined);
    createKeepAlive(onOrphans);
    await wake();
    expect(onOrphans).toHaveBeenCalledOnce();
    expect(await alarms()).toEqual([]);
  });

  test('stays set if something is resumed, now or soon after', async () => {
    const now = createKeepAlive(async () => void now.hold());
    await wake();
    expect(await alarms()).toEqual(['runs-under-way']);
    fakeBrowser.reset();
    const soon = createKeepAlive(async () => void setTimeout(() => soon.hold()));
    await wake();
    await vi.waitFor(async () => expect(await alarms()).toEqual(['runs-under-way']));
  });

  test('stays set if the interrupted work could not be resumed', async () => {
    createKeepAlive(() => new Promise(() => undefined));
    await wake();
    expect(await alarms()).toEqual(['runs-under-way']);
  });
});
