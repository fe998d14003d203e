import { t } from '../../lib/i18n/index.ts';
import { Markdown } from '../markdown/markdown.tsx';
import './preamble.css';

type Props = {
  text: string;
  /** Whether the work it announces is still in progress. */
  isOpen: boolean;
};

/** Text of the model before its tool calls: in full at first, and collapsed to a line once the run has continued. */
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
