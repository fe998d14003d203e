/** An alternative database: `factory` opens it under `name`. */
export type FallbackDatabaseName = { factory: IDBFactory; name: string };

/** Where a database is opened. `move` takes effect when it is next opened. Null is the usual database. */
export type DatabaseName = {
  factory: IDBFactory;
  isFallback: () => boolean;
  move: (fallback: FallbackDatabaseName | null) => void;
};

/** An IndexedDB factory that can redirect its databases while the usual one cannot be opened. */
export function createDatabaseName(usual: IDBFactory): DatabaseName {
  let fallback: FallbackDatabaseName | null = null;
  const here = () => fallback?.factory ?? usual;
  const toActualName = (name: string) => fallback?.name ?? name;
  return {
    factory: {
      open: (name, version) => here().open(toActualName(name), version),
      deleteDatabase: (name) => here().deleteDatabase(toActualName(name)),
      databases: () => here().databases(),
      cmp: (first, second) => here().cmp(first, second),
    },
    isFallback: () => fallback !== null,
    move: (next) => {
      fallback = next;
    },
  };
}
