import type { ModelInterface } from '../../contracts/index.ts';
import type { PlainKey } from '../../i18n/index.ts';

/** How a server wants its key: `Authorization: Bearer KEY`, or the bare key in a header of this name. */
export type KeyHeader = 'authorization' | 'api-key' | 'x-api-key' | 'x-goog-api-key';

/** Where a server lists its models. */
export type Listing = {
  /** Relative to the base URL, or a whole address on the same host; null if there is no list. */
  path: string | null;
  /** The header for the key, if listing needs another one than chatting. */
  keyHeader?: KeyHeader;
  /** The parameter for the last model of the previous page, in paginated lists. */
  after?: string;
};

/**
 * A service whose users sign in and get a key, without a client that has to be registered (PKCE, RFC 7636): its page, which gets
 * `callback_url`, and the address that exchanges the code for a key.
 */
export type SignIn = { authorizeUrl: string; exchangeUrl: string };

/** What is known of a server before the first request. The server's own responses take precedence. */
export type Preset = {
  presetId: string;
  name: string;
  /** The value to fill in; RESOURCE is to be replaced by the user. */
  baseUrl: string;
  /** Other hosts of the same service, with the same paths. */
  otherHosts?: readonly string[];
  /** Where a user gets a key; null if none is needed. */
  keyUrl: string | null;
  /** Where a user signs in instead; absent where there is no such page. */
  signIn?: SignIn;
  keyHeader: KeyHeader;
  /** How it is spoken to unless the user says otherwise; `chat-completions` where it is absent. */
  interface?: ModelInterface;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
  listing: Listing;
  /** Ids of models whose prompts are only cached up to a `cache_control` mark. */
  cacheControl?: RegExp;
  /** Offered if the server lists no models. */
  models?: readonly string[];
  /** Ids of models for a first answer, of which the newest is taken; absent where none stands out. */
  firstModel?: RegExp;
  /** How its keys begin, where no other service has the same. */
  keyPrefix?: RegExp;
  /** A note for the user. */
  note: PlainKey | null;
};

export type LocalPreset = Preset & { port: number };
