/** Databases of this tab. Those of closed tabs are deleted when the demo is opened again. */
const DATABASE_PREFIX = 'sidenote-demo-';

/** IndexedDB whose database names belong only to this tab. */
export function createTabDatabases(id: string): IDBFactory {
  const { indexedDB } = globalThis;
  const prefix = `${DATABASE_PREFIX}${id}-`;
  return {
    open: (name, version) => indexedDB.open(prefix + name, version),
    deleteDatabase: (name) => indexedDB.deleteDatabase(prefix + name),
    databases: async () =>
      (await indexedDB.databases())
        .filter(({ name }) => name?.startsWith(prefix))
        .map(({ name = '', ...rest }) => ({ ...rest, name: name.slice(prefix.length) })),
    cmp: (first, second) => indexedDB.cmp(first, second),
  };
}

/**
 * Deletes the databases of demo tabs that were closed or reloaded. Each tab holds a lock with its id while it is open.
 */
export async function deleteLeftDatabases(id: string): Promise<void> {
  const nameLock = (tabId: string) => `${DATABASE_PREFIX}${tabId}`;
  void navigator.locks.request(nameLock(id), () => new Promise(() => undefined));
  const databases = await indexedDB.databases();
  const { held = [] } = await navigator.locks.query();
  for (const { name = '' } of databases) {
    const isLeft = name.startsWith(DATABASE_PREFIX) && !held.some((lock) => name.startsWith(`${lock.name}-`));
    if (isLeft && !name.startsWith(nameLock(id))) indexedDB.deleteDatabase(name);
  }
}
