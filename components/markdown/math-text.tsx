import { useEffect, useRef, useState } from 'react';
import type { MathToken } from '../../lib/documents/index.ts';
import './math-text.css';

/** Rendering more characters would take longer than a frame. */
const MAX_LENGTH = 2000;

/** A formula. Its source is shown until it is complete and the renderer is loaded, or if it cannot be rendered. */
export function MathText({ token }: { token: MathToken }) {
  const { raw, tex, isDisplay, isClosed } = token;
  const place = useRef<HTMLSpanElement>(null);
  const [drawn, setDrawn] = useState('');
  useEffect(() => {
    if (tex.length > MAX_LENGTH) return;
    // Loaded while a formula is still being written, to avoid a layout shift once it is rendered.
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
