import { useEffect, useRef } from 'react';

/** Returns the focus to the previously focused element, if closing leaves nothing focused. */
export function useReturnFocus(): void {
  const before = useRef(document.activeElement);
  useEffect(() => {
    const opener = before.current;
    return () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
}
