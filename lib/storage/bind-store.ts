import type { SidenoteDb } from './db.ts';

type StoreFunction = (db: SidenoteDb, ...args: never[]) => unknown;

/** The same functions as methods, without the database parameter. */
type Store<Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (db: SidenoteDb, ...args: infer Args) => infer Result
    ? (...args: Args) => Result
    : never;
};

const databases = new WeakMap<object, SidenoteDb>();

/** Creates a store for one subject: functions that take a database become methods of an object. */
export function bindStore<Functions extends Readonly<Record<string, StoreFunction>>>(
  db: SidenoteDb,
  functions: Functions,
): Store<Functions> {
  const methods = Object.entries(functions).map(([name, act]) => [name, (...args: never[]) => act(db, ...args)]);
  const store = Object.fromEntries(methods) as Store<Functions>;
  databases.set(store, db);
  return store;
}

/** The database behind a store, for modules of this folder that not every process may load. */
export function getDatabase(store: object): SidenoteDb {
  const db = databases.get(store);
  if (db === undefined) throw new Error('This store has no database.');
  return db;
}
