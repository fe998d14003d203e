import temml from 'temml';

/** Rendering more characters would take longer than a frame. */
const MAX_FORMULA_LENGTH = 2000;

/** Browsers lay MathML out with their own fonts. `trust` is off: a formula produces no links, pictures, classes or styles. */
const options = (isDisplay: boolean) => ({
  displayMode: isDisplay,
  trust: false,
  throwOnError: true,
  maxExpand: 500,
  maxSize: [20, 200] as [number, number],
});

/** TeX as MathML; null if it is invalid or too long. */
export function mathMl(tex: string, isDisplay: boolean): string | null {
  if (tex.length > MAX_FORMULA_LENGTH) return null;
  try {
    return temml.renderToString(tex, options(isDisplay));
  } catch {
    return null;
  }
}

/** Renders TeX into an element as MathML. Returns false and leaves the element unchanged if it is invalid or too long. */
export function renderMath(tex: string, isDisplay: boolean, into: HTMLElement): boolean {
  if (tex.length > MAX_FORMULA_LENGTH) return false;
  const holder = document.createElement('span');
  try {
    temml.render(tex, holder, options(isDisplay));
  } catch {
    return false;
  }
  into.replaceChildren(...holder.childNodes);
  return true;
}
