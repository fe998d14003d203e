// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { browserMessages } from '../../lib/i18n/translate.ts';
import { openDb, type SidenoteDb } from '../../lib/storage/db.ts';
import { createStores, openStorage } from '../../lib/storage/stores.ts';
import { press } from '../../lib/testing/render-component.tsx';

const api = Object.assign(fakeBrowser, { i18n: browserMessages() });
Object.assign(globalThis, { chrome: api, browser: api, IS_REACT_ACT_ENVIRONMENT: true });
const { fallbackDatabase } = await import('../../lib/extension/index.ts');
const { useStored } = await import('../../lib/react/index.ts');
const { drawPage } = await import('./draw-page.tsx');

/** Waits until the page shows the expected text, and returns it. */
async function text(expected: RegExp): Promise<string> {
  await vi.waitUntil(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    return expected.test(document.body.textContent);
  });
  return document.body.textContent;
}

/** A database whose backing store cannot be opened at Dexie's first attempt, which includes several tries. */
function openAtSecondTry(): SidenoteDb {
  let left = 4;
  return openDb(`draw-${crypto.randomUUID()}`, {
    open(...request) {
      if (left-- > 0) throw new DOMException('Internal error opening backing store.', 'UnknownError');
      return indexedDB.open(...request);
    },
    deleteDatabase: (name) => indexedDB.deleteDatabase(name),
    databases: () => indexedDB.databases(),
    cmp: (...keys) => indexedDB.cmp(...keys),
  });
}

beforeEach(() => {
  fakeBrowser.reset();
  document.body.innerHTML = '<div id="root"></div>';
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

describe('an extension page', () => {
  test('shows stored data if the database opened only at a later try', async () => {
    const db = openAtSecondTry();
    const storage = createStores(db);
    const Page = () => <p>{useStored(() => db.threads.count(), [db]) ?? 'unknown'} chats</p>;
    drawPage(storage, <Page />);
    expect(await text(/chats/)).toBe('unknown chats');
    expect(await text(/^0/)).toBe('0 chats');
  });

  test('shows why a query failed, and the page again when it works', async () => {
    const db = openDb(`draw-${crypto.randomUUID()}`);
    const storage = createStores(db);
    const query = vi.fn(async () => 'all is well');
    query.mockRejectedValueOnce(new DOMException('Internal error.', 'UnknownError'));
    const Page = () => <p>{useStored(query, [])}</p>;
    drawPage(storage, <Page />);
    expect(await text(/Internal/)).toContain('UnknownError: Internal error.');
    await press(document, 'Try again');
    expect(await text(/well/)).toBe('all is well');
  });

  test('shows any other error that was thrown while it was rendered', async () => {
    const Page = () => {
      throw new Error('no such thing');
    };
    drawPage(openStorage(`draw-${crypto.randomUUID()}`), <Page />);
    expect(await text(/no such/)).toContain('Error: no such thing');
  });

  test('shows an error if it is not known which database is in use', async () => {
    vi.spyOn(fallbackDatabase, 'getValue').mockRejectedValue(new Error('no storage'));
    drawPage(openStorage(`draw-${crypto.randomUUID()}`), <p>the page</p>);
    expect(await text(/storage/)).toContain('Error: no storage');
  });
});
