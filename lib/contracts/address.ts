/** Why a text is no address of a server, or none that is used. */
export type AddressError = {
  code:
    | 'missing'
    | 'too-long'
    | 'hidden-characters'
    | 'not-an-address'
    | 'scheme'
    | 'has-password'
    | 'has-query'
    | 'cloud-metadata';
};

/**
 * What the user should know of an address that is accepted. `confirm`: it is not what was typed, or not what it looks like,
 * so it is shown and waits for an approval. `address` and `host`: where it leads.
 */
export type AddressWarning = { confirm: boolean } & (
  | { code: 'scheme-added' | 'path-changed'; address: string }
  | { code: 'host-read-otherwise' | 'look-alike' | 'trailing-dot' | 'no-key'; host: string }
  | { code: 'clear-text' }
);

/** Why a text cannot be an API key. */
export type ApiKeyError = { code: 'has-space' | 'odd-characters' | 'too-long' };
