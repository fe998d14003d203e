// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ATTACHED_LIMITS, type AttachedFile } from '../contracts/attachments.ts';
import { openDb, type SidenoteDb } from '../storage/db.ts';
import { changeDraftFiles, loadDraft, loadDraftFiles, saveDraft } from '../storage/drafts.ts';
import { PAGE_ID } from '../storage/open-drafts.ts';
import { createStores, type Stores } from '../storage/stores.ts';
import { render } from '../testing/render-component.tsx';
import { useDraft, useDraftFiles } from './use-draft.ts';

const reading = vi.hoisted(() => ({ next: Promise.resolve() }));
vi.mock('../extension/index.ts', () => ({
  attachFile: async ({ name }: File) => {
    await reading.next;
    return { type: 'text', name, text: name };
  },
}));

/** Waits until an assertion holds, while live queries update the page. */
const until = (assertion: () => unknown) =>
  vi.waitFor(async () => {
    await settled();
    await assertion();
  });
const settled = (work: () => unknown = () => undefined) =>
  act(async () => {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

const noted = (name: string, text = name): AttachedFile => ({ type: 'text', name, text });

let db: SidenoteDb;
let storage: Stores;
beforeEach(() => {
  db = openDb(`draft-${crypto.randomUUID()}`);
  storage = createStores(db);
});
afterEach(() => db.delete());

describe('the text of the field', () => {
  // Each test has its own chat, since a page that a test has left may still write.
  let t = '';
  beforeEach(() => {
    t = crypto.randomUUID();
  });
  const kept = () => localStorage.getItem(`typed:${t}:${PAGE_ID}`);

  /** Renders the field of a thread's page. Also returns a function that types into it. */
  async function field() {
    const shown = {} as { draft: ReturnType<typeof useDraft> };
    const Field = () => {
      shown.draft = useDraft(storage, t);
      return null;
    };
    await render(<Field />);
    return { shown, type: (text: string) => act(async () => shown.draft.change(text)) };
  }

  test('is what was saved', async () => {
    await saveDraft(db, t, 'When?');
    const { shown } = await field();
    await until(() => expect(shown.draft.text).toBe('When?'));
  });

  test('is what was typed right before the panel was closed, although none of it was saved', async () => {
    await saveDraft(db, t, 'Half');
    const { type } = await field();
    vi.spyOn(storage.drafts, 'save').mockReturnValue(new Promise(() => undefined));
    await type('Half a thought');
    storage = createStores(db);
    const { shown } = await field();
    await until(() => expect(shown.draft.text).toBe('Half a thought'));
    expect(await loadDraft(db, t)).toBe('Half a thought');
    expect(kept()).toBeNull();
  });

  test('is kept outside the database when the panel closes, if it is long', async () => {
    const { type } = await field();
    vi.spyOn(storage.drafts, 'save').mockReturnValue(new Promise(() => undefined));
    const long = 'A long text. '.repeat(5_000);
    await type(long);
    expect(kept()).toBeNull();
    dispatchEvent(new Event('pagehide'));
    expect(kept()).toBe(long);
  });

  test('is deleted once the sent message was accepted', async () => {
    const { shown, type } = await field();
    await type('When?');
    await act(async () => shown.draft.hold());
    await until(async () => expect(await loadDraft(db, t)).toBe('When?'));
    await act(async () => shown.draft.forget());
    await until(async () => expect(await loadDraft(db, t)).toBe(''));
    expect(shown.draft.text).toBe('');
  });

  test('stays saved if it was typed after the message was sent', async () => {
    const { shown, type } = await field();
    await type('When?');
    await act(async () => shown.draft.hold());
    await type('And where?');
    await until(async () => expect(await loadDraft(db, t)).toBe('And where?'));
    await act(async () => shown.draft.forget());
    expect(shown.draft.text).toBe('And where?');
    await settled();
    expect(await loadDraft(db, t)).toBe('And where?');
  });

  test.each([
    ['nothing', [], 'When?'],
    ['something', ['And where?'], 'When?\n\nAnd where?'],
    ['something that was removed', ['And', ''], 'When?'],
  ])('is that of a refused message, and saved, if %s was typed since', async (_what, typed, expected) => {
    const { shown, type } = await field();
    await type('When?');
    await act(async () => shown.draft.hold());
    for (const text of typed) await type(text);
    await act(async () => shown.draft.restore('When?'));
    expect(shown.draft.text).toBe(expected);
    await until(async () => expect(await loadDraft(db, t)).toBe(expected));
    await act(async () => shown.draft.forget());
    expect(await loadDraft(db, t)).toBe(expected);
  });
});

describe('attached files', () => {
  /** Renders the files of a thread's page. */
  async function page() {
    const shown = { errors: [] as unknown[] } as { files: ReturnType<typeof useDraftFiles>; errors: unknown[] };
    const Files = () => {
      shown.files = useDraftFiles(storage, 't', (error) => shown.errors.push(error));
      return null;
    };
    await render(<Files />);
    await settled();
    return shown;
  }

  const listFileNames = async () => (await loadDraftFiles(db, 't')).map(({ name }) => name);

  test('that were sent are removed, regardless of how many were removed and added in the meantime', async () => {
    const sent = [noted('a'), noted('b'), noted('b')];
    await changeDraftFiles(db, 't', () => [noted('new'), noted('b', 'another b'), noted('b'), noted('b'), noted('b')]);
    const shown = await page();
    await settled(() => shown.files.forget(sent));
    expect(await loadDraftFiles(db, 't')).toEqual([noted('new'), noted('b', 'another b'), noted('b')]);
  });

  test('one that the user removes is the one that was shown', async () => {
    await changeDraftFiles(db, 't', () => [noted('a'), noted('b')]);
    const shown = await page();
    await until(() => expect(shown.files.files).toHaveLength(2));
    const { remove } = shown.files;
    await settled(() => changeDraftFiles(db, 't', (before) => before.slice(1)));
    await settled(() => remove(0));
    expect(await listFileNames()).toEqual(['b']);
  });

  test('do not exceed the limits if two selections are read at once', async () => {
    await changeDraftFiles(db, 't', () =>
      Array.from({ length: ATTACHED_LIMITS.files - 1 }, (_, index) => noted(`${index}`)),
    );
    const shown = await page();
    const one = new File(['x'], 'one');
    const other = new File(['x'], 'other');
    await settled(() => Promise.all([shown.files.attach([one]), shown.files.attach([other])]));
    expect(await listFileNames()).toHaveLength(ATTACHED_LIMITS.files);
    expect(shown.files.failures).toHaveLength(1);
    expect(shown.files.failures).toMatchObject([{ code: 'too-many' }]);
  });

  test('are listed while they are read', async () => {
    const shown = await page();
    const read = Promise.withResolvers<void>();
    reading.next = read.promise;
    let attached: Promise<void> | undefined;
    await act(async () => {
      attached = shown.files.attach([new File(['x'], 'one'), new File(['x'], 'two')]);
    });
    expect(shown.files.reading).toEqual(['one', 'two']);
    await settled(async () => {
      read.resolve();
      await attached;
    });
    expect(shown.files.reading).toEqual([]);
    expect(await listFileNames()).toEqual(['one', 'two']);
  });

  test('are no longer listed as being read if the database fails, which is reported', async () => {
    const shown = await page();
    vi.spyOn(storage.endpoints, 'all').mockRejectedValue(new Error('gone'));
    await settled(() => shown.files.attach([new File(['x'], 'one')]));
    expect(shown.files.reading).toEqual([]);
    expect(shown.errors).toMatchObject([{ message: 'gone' }]);
  });
});
