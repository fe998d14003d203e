import { ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { t } from '../lib/i18n/translate.ts';
import { isComposing } from './is-composing.ts';
import './model-picker.css';

type Props = {
  /** The chosen model's name. */
  name: string;
  /** False: it is no longer listed anywhere. It stays chosen: nothing is switched silently. */
  isKnown: boolean;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** The menu, while it is open. */
  children: ReactNode;
};

/** Shows which model answers, and opens the list of those that could. A click elsewhere closes it. */
export function ModelPicker({ name, isKnown, isOpen, onOpen, children }: Props) {
  const menuId = useId();
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const onPointer = (event: PointerEvent) => {
      if (!whole.current?.contains(event.target as Node)) onOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      // What had the focus is gone with the menu.
      if (document.activeElement === document.body) button.current?.focus();
    };
  }, [isOpen, onOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving are meant for whatever inside has the focus
    <div
      ref={whole}
      className="model-picker"
      onKeyDown={(event) => {
        if (!isOpen || event.key !== 'Escape' || isComposing(event)) return;
        event.stopPropagation();
        onOpen(false);
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (isOpen && relatedTarget !== null && !currentTarget.contains(relatedTarget)) onOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className="model-button"
        role="combobox"
        aria-label={t('model')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={menuId}
        title={name}
        onClick={() => onOpen(!isOpen)}
      >
        <span>{isKnown ? name : t('modelUnavailable', { name })}</span>
        <ChevronsUpDown size={12} aria-hidden />
      </button>
      <div id={menuId}>{isOpen && children}</div>
    </div>
  );
}
