import { useEffect, useState } from 'react';
import { allowedHosts, onPermissionChange } from '../extension/permissions.ts';

/** The match patterns of all sites the user has allowed, kept up to date. */
export function useAllowedHosts(): string[] {
  const [hosts, setHosts] = useState<string[]>([]);
  useEffect(() => {
    const look = () => void allowedHosts().then(setHosts);
    look();
    return onPermissionChange(look);
  }, []);
  return hosts;
}
