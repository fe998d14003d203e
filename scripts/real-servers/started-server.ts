import type { ServerAddress } from './chat.ts';

/** A server that runs until the next one is requested, or why there is none here. */
export type StartedServer = { name: string } & ({ address: ServerAddress } | { missing: string });
