import { useState } from 'react';
import type { Failure, LocalServer } from '../contracts/index.ts';
import { requestHostPermission, sendCommand } from '../extension/index.ts';

export type LocalServerSearch = {
  isSearching: boolean;
  /** null until measured. */
  found: readonly LocalServer[] | null;
  failure: Failure | 'permission-needed' | null;
  /** To be called directly in a click: browsers ask for access to this machine first. */
  search: () => Promise<void>;
};

/** Looks for model servers on this machine, when asked to. */
export function useLocalServers(): LocalServerSearch {
  const [isSearching, setIsSearching] = useState(false);
  const [found, setFound] = useState<readonly LocalServer[] | null>(null);
  const [failure, setFailure] = useState<LocalServerSearch['failure']>(null);
  const search = async () => {
    const isAllowed = await requestHostPermission('http://127.0.0.1/');
    if (!isAllowed) return setFailure('permission-needed');
    setIsSearching(true);
    const reply = await sendCommand({ type: 'find-local-servers' });
    setIsSearching(false);
    setFailure(reply.type === 'refused' ? reply.failure : null);
    if (reply.type === 'local-servers') setFound(reply.servers);
  };
  return { isSearching, found, failure, search };
}
