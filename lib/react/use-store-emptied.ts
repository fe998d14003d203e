import { useCallback, useEffect, useState } from 'react';
import { storeEmptied } from '../extension/settings.ts';

/** Was the database removed from outside, and the person has not read it yet? And how to say that they have. */
export function useStoreEmptied(): [boolean, () => void] {
  const [isEmptied, setIsEmptied] = useState(false);
  useEffect(() => {
    void storeEmptied.getValue().then(setIsEmptied);
    return storeEmptied.watch(setIsEmptied);
  }, []);
  const dismiss = useCallback(() => void storeEmptied.setValue(false), []);
  return [isEmptied, dismiss];
}
