import './math-text.css';
import { useEffect, useRef, useState } from 'react';
import type { MathToken } from '../../lib/documents/index.ts';

/**
 * TeX has commands that move what they draw, also over other lines. An answer could use them to cover an approval card,
 * or an address that is shown before it is opened. The margin is for letters that extend beyond their box. Formulas in
 * blocks are clipped because they scroll.
 */
const WITHIN_ITS_BOX = { display: 'inline-block', inlineSize: 'max-content', clipPath: 'inset(-0.25em)' } as const;

/** A formula. Its source is shown until it is complete and the renderer is loaded, or if it cannot be rendered. */
export function MathText({ token }: { token: MathToken }) {
  const { raw, tex, isDisplay, isClosed } = token;
  const place = useRef<HTMLSpanElement>(null);
  const [drawn, setDrawn] = useState('');
  useEffect(() => {
    // Loaded while a formula is still being written, to avoid a layout shift once it is rendered.
    const script = import('../../lib/documents/math-ml.ts');
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
      <span ref={place} hidden={!isDrawn} style={isDrawn && !isDisplay ? WITHIN_ITS_BOX : undefined} />
      {!isDrawn && <code>{raw.trim()}</code>}
    </span>
  );
}
