import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { isComposing } from './is-composing.ts';
import './popover.css';

/** What the button that opens it needs: to be found again, and to say what it opens. */
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
  /** What it shows while it is open. */
  children: ReactNode;
};

/** A button and what it opens. Escape, a click elsewhere and leaving it by keyboard close it. */
export function Popover({ className, isOpen, onOpen, button, children }: Props) {
  const id = useId();
  const whole = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    // It opens upwards, from the top of what it is placed in; how much is there only the layout tells.
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
      // What had the focus is gone with what was open.
      if (document.activeElement === document.body) opener.current?.focus();
    };
  }, [isOpen, onOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving are meant for whatever inside has the focus
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
