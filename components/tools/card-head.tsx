import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  isOpen: boolean;
  /** The id of the element that it shows and hides. */
  bodyId: string;
  onToggle: () => void;
  children: ReactNode;
};

/** The line that stays visible of a card in an answer. A click shows or hides the rest. */
export function CardHead({ isOpen, bodyId, onToggle, children }: Props) {
  return (
    <button type="button" className="tool-call-head" aria-expanded={isOpen} aria-controls={bodyId} onClick={onToggle}>
      {children}
      <ChevronRight className="tool-call-chevron" size={14} aria-hidden />
    </button>
  );
}
