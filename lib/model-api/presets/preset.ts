import type { ModelInterface } from '../../contracts/index.ts';
import type { PlainKey } from '../../i18n/index.ts';

/** How a server wants its key: `Authorization: Bearer KEY`, or the bare key in a header of this name. */
export type KeyHeader = 'authorization' | 'api-key' | 'x-api-key' | 'x-goog-api-key';

/** Where a server lists its models. */
export type Listing = {
  /** Below the base URL, or a whole address on the same host; null where there is no list. */
  path: string | null;
  /** Where listing wants the key otherwise than chatting. */
  keyHeader?: KeyHeader;
  /** The parameter that asks for what comes after a model, in lists that come in pages. */
  after?: string;
};

/** What is known of a server before it is asked for the first time. Data: what a server says of itself counts more. */
export type Preset = {
  presetId: string;
  name: string;
  /** As it is filled in; RESOURCE stands for what the user has to put there. */
  baseUrl: string;
  /** Other hosts of the same service, with the same paths. */
  otherHosts?: readonly string[];
  /** Where a user gets a key; null where none is needed. */
  keyUrl: string | null;
  keyHeader: KeyHeader;
  /** How it is spoken to unless the user says otherwise; `chat-completions` where it is absent. */
  interface?: ModelInterface;
  /** Sent with every request. */
  headers?: Readonly<Record<string, string>>;
  listing: Listing;
  /** Models whose prompts are cached only where they are marked with `cache_control`, by their ids. */
  cacheControl?: RegExp;
  /** Offered where nothing is listed. */
  models?: readonly string[];
  /** What the user should know. */
  note: PlainKey | null;
};

export type LocalPreset = Preset & { port: number };
