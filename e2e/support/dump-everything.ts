/** All text that this extension has stored, from every database and storage area. Runs in the page. */
export async function dumpEverything(): Promise<string> {
  const api =
    (globalThis as unknown as { browser?: Api; chrome: Api }).browser ??
    (globalThis as unknown as { chrome: Api }).chrome;
  const parts = [JSON.stringify(await api.storage.local.get(null)), JSON.stringify({ ...localStorage })];
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name ?? '');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    for (const table of db.objectStoreNames) {
      const rows = await new Promise<unknown[]>((resolve) => {
        const reading = db.transaction(table).objectStore(table).getAll();
        reading.onsuccess = () => resolve(reading.result);
      });
      parts.push(
        JSON.stringify(rows, (_key, value) =>
          value instanceof ArrayBuffer || ArrayBuffer.isView(value)
            ? new TextDecoder('latin1').decode(value as ArrayBuffer)
            : value,
        ),
      );
    }
    db.close();
  }
  return parts.join('\n');
}

type Api = { storage: { local: { get(keys: null): Promise<object> } } };
