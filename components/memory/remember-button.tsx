import { Bookmark } from 'lucide-react';
import { createContext, useContext } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { IconButton } from '../parts/buttons.tsx';

/**
 * Opens the card for the selected text of an answer, or for a sentence that the user writes. Null while memory is off.
 */
export const Remember = createContext<((selected: string) => void) | null>(null);

export function RememberButton() {
  const remember = useContext(Remember);
  if (remember === null) return null;
  return (
    <IconButton
      label={t('rememberFromAnswer')}
      // A pointer-down would clear the selection before the click.
      onPointerDown={(event) => event.preventDefault()}
      onClick={({ currentTarget }) => remember(selectedTextBeside(currentTarget))}
    >
      <Bookmark size={14} aria-hidden />
    </IconButton>
  );
}

/** Returns the selected text of the answer that a button belongs to. '' if the selection is elsewhere. */
function selectedTextBeside(button: Element): string {
  const selection = document.getSelection();
  const answer = button.closest('.turn');
  if (selection === null || selection.isCollapsed || answer === null || selection.rangeCount === 0) return '';
  return answer.contains(selection.getRangeAt(0).commonAncestorContainer) ? selection.toString() : '';
}
