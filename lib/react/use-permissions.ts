import { useEffect, useState } from 'react';
import { BrowserPermission } from '../contracts/index.ts';
import {
  allowedHosts,
  hasBrowserPermission,
  hasHostPermission,
  hasOpeningPages,
  onPermissionChange,
} from '../extension/index.ts';

/** Whether requests to this address are allowed, live. True until it is known, to avoid a flash of a warning. */
export function useHostPermission(url: string): boolean {
  const [isAllowed, setIsAllowed] = useState(true);
  useEffect(() => {
    const look = () => void hasHostPermission(url).then(setIsAllowed);
    look();
    return onPermissionChange(look);
  }, [url]);
  return isAllowed;
}

/** The match patterns of all sites the user has allowed, live. */
export function useAllowedHosts(): string[] {
  const [hosts, setHosts] = useState<string[]>([]);
  useEffect(() => {
    const look = () => void allowedHosts().then(setHosts);
    look();
    return onPermissionChange(look);
  }, []);
  return hosts;
}

/** The granted permissions for searches in the user's own data, live. */
export function useBrowserPermissions(): BrowserPermission[] {
  const [granted, setGranted] = useState<BrowserPermission[]>([]);
  useEffect(() => {
    const look = async () => {
      const grants = await Promise.all(BrowserPermission.options.map(hasBrowserPermission));
      setGranted(BrowserPermission.options.filter((_permission, index) => grants[index]));
    };
    void look();
    return onPermissionChange(() => void look());
  }, []);
  return granted;
}

/** Whether pages of all sites may be opened on the web. Live. True until it is known, to avoid a flash. */
export function useOpeningPages(): boolean {
  const [isAllowed, setIsAllowed] = useState(true);
  useEffect(() => {
    const look = () => void hasOpeningPages().then(setIsAllowed);
    look();
    return onPermissionChange(look);
  }, []);
  return isAllowed;
}
