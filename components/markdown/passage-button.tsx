import { TextSearch } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { Passages } from './passages.ts';
import './passage-button.css';

type Props = {
  text: string;
  /** What to press, where that is not a sign behind the text. */
  children?: ReactNode;
};

/** Scrolls the page to a text and marks it there; where there is no page to show, it only is what it holds. */
export function PassageButton({ text, children }: Props): ReactNode {
  const passages = useContext(Passages);
  if (passages === null) return children;
  return (
    <button
      type="button"
      className={children ? 'passage-button with-text' : 'passage-button'}
      aria-label={children ? undefined : t('showOnPage')}
      title={t('showOnPage')}
      onClick={() => passages.show(text)}
    >
      {children ?? <TextSearch size={13} aria-hidden />}
    </button>
  );
}
