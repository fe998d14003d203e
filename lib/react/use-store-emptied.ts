import { useCallback, useEffect, useState } from 'react';
import { storeEmptied } from '../extension/settings.ts';

/** Whether the database was removed from outside and the user has not read that yet. And how to say that they have. */
export function useStoreEmptied(): [boolean, () => void] {
  const [isEmptied, setIsEmptied] = useState(false);
  useEffect(() => {
    void storeEmptied.getValue().then(setIsEmptied);
    return storeEmptied.watch(setIsEmptied);
  }, []);
  const dismiss = useCallback(() => void storeEmptied.setValue(false), []);
  return [isEmptied, dismiss];
}
