/**
 * An IndexedDB that refuses to open a database written by a newer Sidenote. Dexie 4 would answer VersionError by opening
 * the newer database as it is, and might even add tables that it misses there; code that does not know a schema must not
 * write into it. The refusal reaches the caller of `open` as a VersionError.
 */
export function neverDowngrade(indexedDB: IDBFactory): IDBFactory {
  return {
    open(name: string, version?: number) {
      if (version === undefined) throw new DOMException(`${name} was written by a newer version.`, 'VersionError');
      return indexedDB.open(name, version);
    },
    deleteDatabase: (name) => indexedDB.deleteDatabase(name),
    databases: () => indexedDB.databases(),
    cmp: (first, second) => indexedDB.cmp(first, second),
  };
}
