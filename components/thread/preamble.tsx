import { t } from '../../lib/i18n/index.ts';
import { Markdown } from '../markdown/markdown.tsx';
import './preamble.css';

type Props = {
  text: string;
  /** The work it announces still goes on. */
  isOpen: boolean;
};

/** What the model said before it went to work: in full at first, and a line to unfold once the run has gone on. */
export function Preamble({ text, isOpen }: Props) {
  return (
    <details className="preamble" open={isOpen}>
      <summary>
        <span className="preamble-label">{t('beforeTools')}</span>
        <span className="preamble-line" dir="auto">
          {text.trim().split('\n', 1)[0]}
        </span>
      </summary>
      <Markdown text={text} />
    </details>
  );
}
