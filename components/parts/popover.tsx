import './popover.css';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { isComposing } from './keyboard.ts';

/** Properties for the button that opens it: a ref and its ARIA state. */
export type PopoverButton = {
  ref: React.RefObject<HTMLButtonElement | null>;
  'aria-expanded': boolean;
  'aria-controls': string;
  onClick: () => void;
};

type Props = {
  className: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  button: (props: PopoverButton) => ReactNode;
  /** Its content, while it is open. */
  children: ReactNode;
};

/** A button and its popover, which is closed by Escape, a click elsewhere, or moving the focus out. */
export function Popover({ className, isOpen, onOpen, button, children }: Props) {
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // It opens upwards from its positioned ancestor. The available height is only known from the layout.
    const top = whole.current?.offsetParent?.getBoundingClientRect().top;
    if (isOpen && top !== undefined) whole.current?.style.setProperty('--room-above', `${Math.round(top)}px`);
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    const onPointer = (event: PointerEvent) => {
      if (!whole.current?.contains(event.target as Node)) onOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      // The focused element was removed with the popover.
      if (document.activeElement === document.body) opener.current?.focus();
    };
  }, [isOpen, onOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving apply to any element inside that has the focus
    <div
      ref={whole}
      className={className}
      onKeyDown={(event) => {
        if (!isOpen || event.key !== 'Escape' || isComposing(event)) return;
        event.stopPropagation();
        onOpen(false);
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (isOpen && relatedTarget !== null && !currentTarget.contains(relatedTarget)) onOpen(false);
      }}
    >
      {button({ ref: opener, 'aria-expanded': isOpen, 'aria-controls': id, onClick: () => onOpen(!isOpen) })}
      <div id={id}>{isOpen && children}</div>
    </div>
  );
}
