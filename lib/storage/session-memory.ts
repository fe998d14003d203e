/** Values that all pages and the worker of the extension share until the browser is closed. */
export interface SessionMemory {
  get(name: SessionWord): Promise<string | null>;
  set(name: SessionWord, value: string | null): Promise<void>;
}

/** The unwrapped key as base64, and the failed passphrase attempts as JSON. */
export type SessionWord = 'wrappingKey' | 'passphraseTries';

/** A session in memory, for tests. */
export function sessionMemory(): SessionMemory & { words: Map<SessionWord, string> } {
  const words = new Map<SessionWord, string>();
  return {
    words,
    get: async (name) => words.get(name) ?? null,
    set: async (name, value) => void (value === null ? words.delete(name) : words.set(name, value)),
  };
}
