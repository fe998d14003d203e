import { useEffect, useState } from 'react';

/** What stands behind the # of the address, live. */
export function useHash(): string {
  const [hash, setHash] = useState(() => location.hash.slice(1));
  useEffect(() => {
    const look = () => setHash(location.hash.slice(1));
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return hash;
}
