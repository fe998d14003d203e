import type { Behalf, ManagedPolicy } from '../contracts/index.ts';
import type { SessionMemory } from '../storage/index.ts';

/** What the worker's requests need from the browser, and from the organization that manages it. */
export type BrowserAccess = {
  readPolicy(): Promise<ManagedPolicy>;
  /** Whether the user has allowed requests to the site of this address. */
  hasHostPermission(url: string): Promise<boolean>;
  /** `fetch` for one purpose. All requests are sent through it. */
  sendFor(behalf: Behalf): typeof globalThis.fetch;
  /** Removes the Origin header from the extension's requests to these origins, and to no others. */
  hideOriginFrom(origins: readonly string[]): Promise<void>;
  /** Stores the key derived from the passphrase until the browser is closed. */
  session: SessionMemory;
};

/** One stored setting. */
export type StoredValue<Value> = {
  getValue(): Promise<Value>;
  setValue(value: Value): Promise<void>;
};
