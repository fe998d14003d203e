import { useState } from 'react';
import type { LocalServer } from '../contracts/index.ts';
import { requestHostPermission, sendCommand } from '../extension/index.ts';
import { t } from '../i18n/index.ts';

export type LocalServerSearch = {
  isSearching: boolean;
  /** Null before the first search. */
  found: readonly LocalServer[] | null;
  error: string | null;
  /** Call it directly in a click handler, since browsers ask for access to this machine first. */
  search: () => Promise<void>;
};

/** Searches for model servers on this machine, on request. */
export function useLocalServers(): LocalServerSearch {
  const [isSearching, setIsSearching] = useState(false);
  const [found, setFound] = useState<readonly LocalServer[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const search = async () => {
    const isAllowed = await requestHostPermission('http://127.0.0.1/');
    if (!isAllowed) return setError(t('searchNeedsPermission'));
    setIsSearching(true);
    const reply = await sendCommand({ type: 'find-local-servers' });
    setIsSearching(false);
    setError(reply.type === 'refused' ? reply.failure.message : null);
    if (reply.type === 'local-servers') setFound(reply.servers);
  };
  return { isSearching, found, error, search };
}
