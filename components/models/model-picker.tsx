import { ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { Popover } from '../parts/popover.tsx';
import './model-picker.css';

type Props = {
  /** The selected model's name. */
  name: string;
  /** False if the model is not listed any more. It stays selected, since models are never switched silently. */
  isKnown: boolean;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  /** The menu, while open. */
  children: ReactNode;
};

/** Shows the selected model, and opens the list of models. */
export function ModelPicker({ name, isKnown, isOpen, onOpen, children }: Props) {
  const shown = isKnown ? name : t('modelUnavailable', { name });
  return (
    <Popover
      className="model-picker"
      isOpen={isOpen}
      onOpen={onOpen}
      button={(opener) => (
        <button
          {...opener}
          type="button"
          className="popover-button"
          role="combobox"
          aria-expanded={isOpen}
          aria-label={t('model')}
          aria-haspopup="dialog"
          title={shown}
        >
          <span>{shown}</span>
          <ChevronsUpDown size={12} aria-hidden />
        </button>
      )}
    >
      {children}
    </Popover>
  );
}
