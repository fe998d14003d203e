import './modal-dialog.css';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

type Props = {
  /** Receives the element, for a caller that has to close it before unmounting the component. */
  ref?: RefObject<HTMLDialogElement | null>;
  className: string;
  label: string;
  /** Called when the user closes it with Escape or a click outside. */
  onClose: () => void;
  /** Fills the dialog. A click on an empty part of the dialog counts as one outside. */
  children: ReactNode;
};

/** A modal dialog, open while mounted. When it closes, the focus returns to where it was. */
export function ModalDialog({ ref, className, label, onClose, children }: Props) {
  const own = useRef<HTMLDialogElement>(null);
  const dialog = ref ?? own;
  const isPressedOutside = useRef(false);
  useLayoutEffect(() => {
    const dialogElement = dialog.current;
    dialogElement?.showModal();
    return () => dialogElement?.close();
  }, [dialog]);
  /**
   * Closes immediately. The event `close` comes in a later task, and keys that open the dialog again may come before
   * it.
   */
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={dialog}
      className={`modal-dialog ${className}`}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={onClose}
      // Selecting text with the mouse may end outside the dialog, which is also a click on it.
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === dialog.current;
      }}
      onClick={(event) => isPressedOutside.current && event.target === dialog.current && close()}
    >
      {children}
    </dialog>
  );
}
