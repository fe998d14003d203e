/** An alternative database: `factory` opens it under `name`. */
export type FallbackDatabaseName = { factory: IDBFactory; name: string };

/** Where a database is opened. `move` applies from its next opening on; null is the usual database. */
export type DatabaseName = {
  factory: IDBFactory;
  isFallback: () => boolean;
  move: (fallback: FallbackDatabaseName | null) => void;
};

/** An IndexedDB factory whose databases can be redirected while the usual one does not open. */
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
