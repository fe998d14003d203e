/** A few words that every page and worker of ours sees, and that the browser forgets when it is closed. */
export interface SessionMemory {
  get(name: SessionWord): Promise<string | null>;
  set(name: SessionWord, value: string | null): Promise<void>;
}

/** The unwrapped key, as base64; and the wrong passphrases so far, as JSON. */
export type SessionWord = 'wrappingKey' | 'passphraseTries';

/** For tests: one session. */
export function sessionMemory(): SessionMemory & { words: Map<SessionWord, string> } {
  const words = new Map<SessionWord, string>();
  return {
    words,
    get: async (name) => words.get(name) ?? null,
    set: async (name, value) => void (value === null ? words.delete(name) : words.set(name, value)),
  };
}
