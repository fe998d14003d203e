import { TextSearch } from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { Passages } from './passages.ts';
import './passage-button.css';

type Props = {
  text: string;
  /** The label, if it is not just an icon after the text. */
  children?: ReactNode;
};

/** Scrolls the page to a text and highlights it there. Without a page, only the children are rendered. */
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
