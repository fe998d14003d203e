import { useEffect, useRef, useState } from 'react';
import type { MathToken } from './markdown-math.ts';
import './math-text.css';

/** Longer ones would take longer than a frame may. Characters. */
const MAX_LENGTH = 2000;

/** A formula: as it was written until it is complete and the script that draws it is there, or where it cannot be drawn. */
export function MathText({ token }: { token: MathToken }) {
  const { raw, tex, isDisplay, isClosed } = token;
  const place = useRef<HTMLSpanElement>(null);
  const [drawn, setDrawn] = useState('');
  useEffect(() => {
    if (tex.length > MAX_LENGTH) return;
    // Asked for while a formula is still being written, so that nothing below it is there yet to be moved when it is drawn.
    const script = import('./render-math.ts');
    if (!isClosed) return;
    let isGone = false;
    void script.then(({ renderMath }) => {
      if (!isGone && place.current && renderMath(tex, isDisplay, place.current)) setDrawn(tex);
    });
    return () => {
      isGone = true;
    };
  }, [tex, isDisplay, isClosed]);
  const isDrawn = isClosed && drawn === tex && tex !== '';
  return (
    <span className={isDisplay ? 'math-text display' : 'math-text'} dir="ltr">
      <span ref={place} hidden={!isDrawn} />
      {!isDrawn && <code>{raw.trim()}</code>}
    </span>
  );
}
