import type { ServerAddress } from './chat.ts';

/** A server that runs until the next one is requested, or the reason why it is unavailable. */
export type StartedServer = { name: string } & ({ address: ServerAddress } | { missing: string });
