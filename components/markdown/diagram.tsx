import { useEffect, useRef, useState } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import type { Drawing, DrawingColours } from './draw-diagram.ts';
import './diagram.css';

/** More would take longer than a user waits. Characters. */
const MAX_LENGTH = 20_000;

/** A Mermaid diagram, drawn by a script that is loaded for the first one, in the colours of the page. */
export function Diagram({ code }: { code: string }) {
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
