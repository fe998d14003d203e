import temml from 'temml';

/** Rendering more characters would take longer than a frame. */
const MAX_FORMULA_LENGTH = 2000;

/**
 * Browsers render MathML with their own fonts. `trust` is off: a formula produces no links, pictures, classes or
 * styles.
 */
const options = (isDisplay: boolean, maxExpand: number) => ({
  displayMode: isDisplay,
  trust: false,
  throwOnError: true,
  maxExpand,
  maxSize: [20, 200] as [number, number],
});

/**
 * Maximum number of macro expansions in a formula, and in a formula that defines macros, whose length is also limited.
 */
const MAX_EXPANSIONS = 500;
const WITH_DEFINITIONS = { maxLength: 400, maxExpansions: 50 };
const DEFINITION = /(?<!\\)(?:\\\\)*\\(?:[gex]?def|let|futurelet|(?:re)?newcommand|providecommand)(?![A-Za-z])/;
/** The height of rows, which models set with a definition. */
const ROW_HEIGHT = /\\(?:def|(?:re)?newcommand)\s*\{?\s*\\arraystretch\s*\}?\s*\{[\d.\s]{1,6}\}/g;

/**
 * How many times macros of a formula may be expanded, or null if it must not be rendered. An expansion may repeat its
 * argument any number of times, so a few macros could make a short formula millions of characters long.
 */
function maxExpansions(tex: string): number | null {
  if (tex.length > MAX_FORMULA_LENGTH) return null;
  const plain = tex.replace(ROW_HEIGHT, '');
  if (!DEFINITION.test(plain)) return MAX_EXPANSIONS;
  return plain.includes('#') || plain.length > WITH_DEFINITIONS.maxLength ? null : WITH_DEFINITIONS.maxExpansions;
}

/** Converts TeX to MathML. Null if it is invalid or too long. */
export function mathMl(tex: string, isDisplay: boolean): string | null {
  const expansions = maxExpansions(tex);
  if (expansions === null) return null;
  try {
    return temml.renderToString(tex, options(isDisplay, expansions));
  } catch {
    return null;
  }
}

/**
 * Renders TeX into an element as MathML. Returns false and leaves the element unchanged if it is invalid or too long.
 */
export function renderMath(tex: string, isDisplay: boolean, into: HTMLElement): boolean {
  const expansions = maxExpansions(tex);
  if (expansions === null) return false;
  const holder = document.createElement('span');
  try {
    temml.render(tex, holder, options(isDisplay, expansions));
  } catch {
    return false;
  }
  // A label in a formula could take the id of an element of the panel, and a reference could link to one.
  for (const element of holder.querySelectorAll('[id], [href]')) {
    element.removeAttribute('id');
    element.removeAttribute('href');
  }
  into.replaceChildren(...holder.childNodes);
  return true;
}
