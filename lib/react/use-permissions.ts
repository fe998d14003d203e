import { useEffect, useState } from 'react';
import { hasHostPermission, onPermissionChange } from '../extension/permissions.ts';

/** May we talk to this address? Live; true until it is known, so that nothing flashes. */
export function useHostPermission(url: string): boolean {
  const [isAllowed, setIsAllowed] = useState(true);
  useEffect(() => {
    const look = () => void hasHostPermission(url).then(setIsAllowed);
    look();
    return onPermissionChange(look);
  }, [url]);
  return isAllowed;
}
