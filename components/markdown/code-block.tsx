import { Workflow } from 'lucide-react';
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import type { Drawing, DrawingColours } from './draw-diagram.ts';
import type { CodePiece } from './highlight.ts';
import './code-block.css';
import './diagram.css';

type Props = {
  code: string;
  /** As the model wrote it behind the fence; '' where it did not. */
  language: string;
  /** Nothing is added any more. */
  isComplete: boolean;
};

/** More would take longer than a frame may. Characters. */
const MAX_HIGHLIGHTED = 20_000;

/**
 * Code with its language and a button to copy it. Colours come once it is complete, from a script that is loaded then; a
 * Mermaid diagram is drawn where the user wants it.
 */
export function CodeBlock({ code, language, isComplete }: Props) {
  const pieces = useHighlight(code, language, isComplete);
  const isDiagram = isComplete && language === 'mermaid';
  const [isDrawn, setIsDrawn] = useState(false);
  return (
    <div className="code-block">
      <div className="code-head">
        <span>{language}</span>
        <span className="code-actions">
          {isDiagram && (
            <button type="button" className="copy-button" onClick={() => setIsDrawn(!isDrawn)}>
              <Workflow size={13} aria-hidden /> {isDrawn ? t('showCode') : t('drawDiagram')}
            </button>
          )}
          <CopyButton label={t('copy')} text={() => code} />
        </span>
      </div>
      {isDrawn && <Diagram code={code} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <pre tabIndex={0} dir="ltr" hidden={isDrawn}>
        <code>{pieces ? <Pieces pieces={pieces} /> : <Segments code={code} />}</code>
      </pre>
    </div>
  );
}

function useHighlight(code: string, language: string, isComplete: boolean): readonly CodePiece[] | null {
  const [highlighted, setHighlighted] = useState<{ code: string; pieces: readonly CodePiece[] | null } | null>(null);
  const isWanted = isComplete && language !== '' && code.length <= MAX_HIGHLIGHTED;
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    void import('./highlight.ts').then(({ highlight }) => {
      if (!isGone) setHighlighted({ code, pieces: highlight(code, language) });
    });
    return () => {
      isGone = true;
    };
  }, [code, language, isWanted]);
  return highlighted?.code === code ? highlighted.pieces : null;
}

const Pieces = memo(function Pieces({ pieces }: { pieces: readonly CodePiece[] }): ReactNode {
  return pieces.map((piece, index) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of complete code do not change
      <span key={index} className={piece.className}>
        <Pieces pieces={piece.pieces} />
      </span>
    ),
  );
});

/** A block that grows is laid out anew as a whole with every line; in segments only the last is. Lines. */
const SEGMENT = 40;

function Segments({ code }: { code: string }): ReactNode {
  const segments = useMemo(() => segmentsOf(code), [code]);
  return segments.length === 1
    ? code
    : // biome-ignore lint/suspicious/noArrayIndexKey: code is only ever added at the end
      segments.map((segment, index) => <Segment key={index} text={segment} />);
}

const Segment = memo(function Segment({ text }: { text: string }) {
  return <span className="code-segment">{text}</span>;
});

/** Code in pieces of whole lines, each but the last with the line break at its end. */
export function segmentsOf(code: string): string[] {
  const segments: string[] = [];
  let from = 0;
  let lines = 0;
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) {
    lines += 1;
    if (lines % SEGMENT > 0) continue;
    segments.push(code.slice(from, at + 1));
    from = at + 1;
  }
  return [...segments, code.slice(from)];
}

/** More would take longer than a user waits. Characters. */
const MAX_LENGTH = 20_000;

/** A Mermaid diagram, drawn by a script that is loaded for the first one, in the colours of the page. */
function Diagram({ code }: { code: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<Drawing | 'coming' | null>('coming');
  useEffect(() => {
    let isGone = false;
    const colours = coloursOf(place.current);
    void import('./draw-diagram.ts').then(({ drawDiagram }) => {
      if (!isGone) setDrawing(colours && code.length <= MAX_LENGTH ? drawDiagram(code, colours) : null);
    });
    return () => {
      isGone = true;
    };
  }, [code]);
  if (drawing === null) return <p className="diagram-trouble">{t('diagramNotDrawn')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <div className="diagram" ref={place} tabIndex={0} aria-busy={drawing === 'coming'}>
      {drawing !== 'coming' && (
        <img src={drawing.url} width={drawing.width} height={drawing.height} alt={t('diagram')} />
      )}
    </div>
  );
}

/** As they are in the theme that is shown: `diagram.css` says what each property of the box stands for. */
function coloursOf(box: Element | null): DrawingColours | null {
  if (box === null) return null;
  const { backgroundColor, color, outlineColor, borderTopColor } = getComputedStyle(box);
  return { ground: backgroundColor, ink: color, soft: outlineColor, line: borderTopColor };
}
