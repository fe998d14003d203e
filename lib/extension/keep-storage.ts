/**
 * Asks the browser not to evict what is stored. With `unlimitedStorage` in the manifest Firefox says yes without a prompt
 * (its `persistent-storage` permission comes with it), and Chromium never prompts; so this may be asked with every message.
 * Only pages can ask, not the worker. A no changes nothing: the permission alone already exempts from quota.
 */
export async function keepStorage(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch (error) {
    // Where storage is off, as in some private windows, there is nothing to keep.
    if (error instanceof TypeError) return false;
    throw error;
  }
}
