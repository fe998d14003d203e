/** An alternative database: `factory` opens it under `name`. */
export type FallbackDatabaseName = { factory: IDBFactory; name: string };

/** Where a database is opened. `move` applies from its next opening on; null is the usual database. */
export type DatabaseName = {
  factory: IDBFactory;
  isSpare: () => boolean;
  move: (spare: FallbackDatabaseName | null) => void;
};

/** An IndexedDB factory whose databases can be redirected while the usual one does not open. */
export function createDatabaseName(usual: IDBFactory): DatabaseName {
  let spare: FallbackDatabaseName | null = null;
  const here = () => spare?.factory ?? usual;
  const named = (name: string) => spare?.name ?? name;
  return {
    factory: {
      open: (name, version) => here().open(named(name), version),
      deleteDatabase: (name) => here().deleteDatabase(named(name)),
      databases: () => here().databases(),
      cmp: (first, second) => here().cmp(first, second),
    },
    isSpare: () => spare !== null,
    move: (next) => {
      spare = next;
    },
  };
}
