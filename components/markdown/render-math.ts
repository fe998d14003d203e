import temml from 'temml';

/**
 * Draws TeX into an element as MathML, which the browser lays out with its own fonts. Returns false, and leaves the element as
 * it is, for what is no TeX. `trust` is off: no links, pictures, classes or styles come out of a formula.
 */
export function renderMath(tex: string, isDisplay: boolean, into: HTMLElement): boolean {
  const holder = document.createElement('span');
  try {
    temml.render(tex, holder, {
      displayMode: isDisplay,
      trust: false,
      throwOnError: true,
      maxExpand: 500,
      maxSize: [20, 200],
    });
  } catch {
    return false;
  }
  into.replaceChildren(...holder.childNodes);
  return true;
}
