import { useEffect, useRef } from 'react';

/** Gives the focus back to what had it when this was opened, where closing it leaves nothing focused. */
export function useReturnFocus(): void {
  const before = useRef(document.activeElement);
  useEffect(() => {
    const opener = before.current;
    return () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
}
