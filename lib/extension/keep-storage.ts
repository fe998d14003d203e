/**
 * Asks the browser not to evict stored data. With `unlimitedStorage` in the manifest Firefox grants it without a prompt (the
 * permission includes `persistent-storage`), and Chromium never prompts, so it may be called with every message. Only pages can
 * ask. A refusal has no effect: the permission alone already exempts from quota.
 */
export async function keepStorage(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch (error) {
    // Where storage is disabled, as in some private windows, there is nothing to keep.
    if (error instanceof TypeError) return false;
    throw error;
  }
}
