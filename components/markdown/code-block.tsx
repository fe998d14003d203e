import { Workflow } from 'lucide-react';
import { memo, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../lib/i18n/index.ts';
import { CopyButton } from '../parts/buttons.tsx';
import type { Drawing, DrawingColours } from './draw-diagram.ts';
import type { CodePiece } from './highlight.ts';
import { Highlighter } from './highlighter.ts';
import './code-block.css';
import './diagram.css';

type Props = {
  code: string;
  /** The info string of the fence, or ''. */
  language: string;
  /** Whether the block is finished. */
  isComplete: boolean;
};

/** Longer code is not highlighted, because it would take too many elements. */
const MAX_HIGHLIGHTED = 20_000;

/** A worker, because code can be written so that highlighting it takes minutes. */
const highlighter = new Highlighter(
  () => new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' }),
);

/** A diagram with more characters takes tens of milliseconds to draw, so it waits for a click. */
const MAX_DRAWN_AT_ONCE = 4_000;

/**
 * Code with its language and a copy button. It is highlighted once it is complete, in a worker that is started at that
 * point. A complete Mermaid diagram is drawn. What cannot be drawn stays code.
 */
export function CodeBlock({ code, language, isComplete }: Props) {
  const text = useRef<HTMLElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const pieces = useHighlight(text, code, language, isComplete);
  const isDiagram = isComplete && language === 'mermaid';
  const [choice, setChoice] = useState<boolean | null>(null);
  const isWanted = isDiagram && (choice ?? code.length <= MAX_DRAWN_AT_ONCE);
  const drawing = useDrawing(place, text, code, isWanted);
  const picture = isWanted && typeof drawing === 'object' ? drawing : null;
  const hasFailed = isWanted && drawing === 'failed';
  return (
    <div className="code-block">
      <div className="code-head">
        <span>{language}</span>
        <span className="code-actions">
          {isDiagram && !hasFailed && (
            <button type="button" className="copy-button" onClick={() => setChoice(picture === null)}>
              <Workflow size={13} aria-hidden /> {picture === null ? t('drawDiagram') : t('showCode')}
            </button>
          )}
          <CopyButton label={t('copy')} text={() => code} />
        </span>
      </div>
      {hasFailed && choice === true && <p className="diagram-failure">{t('diagramNotDrawn')}</p>}
      {isDiagram && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        <div className="diagram" ref={place} tabIndex={0} hidden={picture === null}>
          {picture !== null && (
            <img src={picture.url} width={picture.width} height={picture.height} alt={t('diagram')} />
          )}
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <pre tabIndex={0} dir="ltr" hidden={picture !== null}>
        <code ref={text}>{pieces ? <Pieces pieces={pieces} /> : <Segments code={code} />}</code>
      </pre>
    </div>
  );
}

/** Returns the highlighted code once it is complete. Code with a selection is not changed until the selection ends. */
function useHighlight(
  text: RefObject<HTMLElement | null>,
  code: string,
  language: string,
  isComplete: boolean,
): readonly CodePiece[] | null {
  const [highlighted, setHighlighted] = useState<{ code: string; pieces: readonly CodePiece[] | null } | null>(null);
  const isWanted = isComplete && language !== '' && code.length <= MAX_HIGHLIGHTED;
  useEffect(() => {
    // Tests of other components, and exports, have no workers.
    if (!isWanted || globalThis.Worker === undefined) return;
    let isGone = false;
    let stop: () => void = () => undefined;
    void highlighter.highlight({ code, language }).then((pieces) => {
      if (isGone) return;
      stop = whenUnselected(text.current, () => setHighlighted({ code, pieces }));
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [text, code, language, isWanted]);
  return highlighted?.code === code ? highlighted.pieces : null;
}

/** Calls `run` as soon as no part of an element is selected. Returns a function that ends the wait. */
function whenUnselected(element: HTMLElement | null, run: () => void): () => void {
  const look = () => {
    const selection = getSelection();
    const range = selection !== null && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
    if (element !== null && range !== null && !range.collapsed && range.intersectsNode(element)) return;
    document.removeEventListener('selectionchange', look);
    run();
  };
  document.addEventListener('selectionchange', look);
  look();
  return () => document.removeEventListener('selectionchange', look);
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

/**
 * Lines per segment. Each new line causes a new layout of a growing block. With segments, this only affects the last
 * one.
 */
const SEGMENT = 40;

function Segments({ code }: { code: string }): ReactNode {
  const segments = useMemo(() => splitCodeSegments(code), [code]);
  return segments.length === 1
    ? code
    : // biome-ignore lint/suspicious/noArrayIndexKey: code is only ever added at the end
      segments.map((segment, index) => <Segment key={index} text={segment} />);
}

const Segment = memo(function Segment({ text }: { text: string }) {
  return <span className="code-segment">{text}</span>;
});

/** Splits code into segments of whole lines. Each but the last includes its final line break. */
export function splitCodeSegments(code: string): string[] {
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

/** Drawing more characters would take too long. */
const MAX_LENGTH = 20_000;

/**
 * A Mermaid diagram in the colours of the theme, drawn by a script that is loaded on first use. Code with a selection
 * is not replaced until the selection ends. `place` is the element of the drawing, which defines the colours.
 */
function useDrawing(
  place: RefObject<HTMLElement | null>,
  text: RefObject<HTMLElement | null>,
  code: string,
  isWanted: boolean,
): Drawing | 'coming' | 'failed' {
  const [drawn, setDrawn] = useState<{ code: string; drawing: Drawing | null } | null>(null);
  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    let stop: () => void = () => undefined;
    void import('./draw-diagram.ts').then(({ drawDiagram }) => {
      if (isGone) return;
      stop = whenUnselected(text.current, () => {
        const colours = readThemeColours(place.current);
        setDrawn({ code, drawing: colours && code.length <= MAX_LENGTH ? drawDiagram(code, colours) : null });
      });
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [place, text, code, isWanted]);
  if (drawn?.code !== code) return 'coming';
  return drawn.drawing ?? 'failed';
}

/** Reads the colours of the current theme. `diagram.css` documents the properties. */
function readThemeColours(box: Element | null): DrawingColours | null {
  if (box === null) return null;
  const { backgroundColor, color, outlineColor, borderTopColor } = getComputedStyle(box);
  return { ground: backgroundColor, ink: color, soft: outlineColor, line: borderTopColor };
}
