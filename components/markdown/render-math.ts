import temml from 'temml';

/**
 * Renders TeX into an element as MathML, which browsers lay out with their own fonts. Returns false and leaves the element
 * unchanged if the TeX is invalid. `trust` is off: a formula produces no links, pictures, classes or styles.
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
